/** The chequered cloth that an exchequer counted on. Says nothing that the words beside it do not. */
export function Mark() {
  return (
    <svg className="app-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M3 3h6v6H3zM15 3h6v6h-6zM9 9h6v6H9zM3 15h6v6H3zM15 15h6v6h-6z" />
    </svg>
  );
}

export function Padlock() {
  return (
    <svg
      className="app-padlock"
      viewBox="0 0 16 18"
      width="16"
      height="18"
      aria-hidden="true"
      focusable="false"
    >
      <path
        fill="currentColor"
        d="M8 0a4.5 4.5 0 0 0-4.5 4.5V7H2a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-1.5V4.5A4.5 4.5 0 0 0 8 0Zm2.5 7h-5V4.5a2.5 2.5 0 0 1 5 0Z"
      />
    </svg>
  );
}
