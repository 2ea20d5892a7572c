import type { ReactNode } from "react";
import { Button } from "../button";
import type { FieldError } from "../form-group";

interface Props {
  /** Where it posts to: the address of an action in app/admin/routes.ts. */
  action: string;
  csrf: string;
  button: string;
  look?: "primary" | "secondary" | "warning";
  /** Beside the button: where to go without doing it. */
  otherwise?: { readonly href: string; readonly name: string };
  /** One of its inputs is a file. */
  withFile?: boolean;
  children?: ReactNode;
}

/** A form of the staff's tool. It works without script; what is wrong with it comes back with the page. */
export function StaffForm({ action, csrf, button, look = "primary", otherwise, withFile, children }: Props) {
  return (
    <form
      method="post"
      action={action}
      noValidate
      className="app-staff-form"
      {...(withFile && { encType: "multipart/form-data" })}
    >
      <input type="hidden" name="csrf" value={csrf} />
      {children}
      <div className="govuk-button-group">
        <Button look={look}>{button}</Button>
        {otherwise && (
          <a className="govuk-link" href={otherwise.href}>
            {otherwise.name}
          </a>
        )}
      </div>
    </form>
  );
}

/** What a field's error says, out of what came back. */
export function errorOf(
  problems: readonly { readonly field: string; readonly text: string }[] | undefined,
  field: string,
): FieldError | undefined {
  const text = problems?.find((problem) => problem.field === field)?.text;
  return text === undefined ? undefined : { prefix: "Error:", text };
}
