/** Program text or JSON. Lines are broken, so that nobody has to scroll sideways. */
export function CodeBlock({ caption, children }: { caption: string; children: string }) {
  return (
    <figure className="app-code">
      <figcaption className="app-code__caption">{caption}</figcaption>
      <pre className="app-code__text">
        <code>{children}</code>
      </pre>
    </figure>
  );
}

export function Json({ caption, value }: { caption: string; value: unknown }) {
  return <CodeBlock caption={caption}>{JSON.stringify(value, null, 2)}</CodeBlock>;
}
