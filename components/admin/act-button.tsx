import { StaffForm } from "./staff-form";

interface Props {
  action: string;
  csrf: string;
  /** The page that it stands on. */
  from: string;
  button: string;
  look?: "primary" | "secondary" | "warning";
  hidden?: Readonly<Record<string, string>>;
}

/** Something that is done by one button on a page about something else. */
export function ActButton({ action, csrf, from, button, look = "secondary", hidden }: Props) {
  return (
    <StaffForm action={action} csrf={csrf} button={button} look={look}>
      {Object.entries({ from, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </StaffForm>
  );
}
