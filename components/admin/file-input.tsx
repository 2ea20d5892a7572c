import { described, FormGroup, type FieldError, type FieldText } from "../form-group";

interface Props {
  id: string;
  name: string;
  text: FieldText;
  error: FieldError | undefined;
  /** What the browser offers to choose; whatever is sent is looked at all the same. */
  accept: string;
}

/** A file to choose. Browsers forget it when the form comes back. */
export function FileInput({ id, name, text, error, accept }: Props) {
  return (
    <FormGroup inputId={id} text={text} error={error}>
      <input
        {...described(id, text, error)}
        id={id}
        name={name}
        type="file"
        accept={accept}
        className={error ? "govuk-file-upload govuk-file-upload--error" : "govuk-file-upload"}
      />
    </FormGroup>
  );
}
