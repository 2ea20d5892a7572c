/** Says beside a button that it has been pressed; read out when it appears. */
export function SendingNote({ sending, text }: { sending: boolean; text: string }) {
  return <output className="app-sending">{sending && text}</output>;
}
