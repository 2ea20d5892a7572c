/** A request as the API's doorway sees it, whichever server brought it. */
export interface ApiCall {
  readonly method: string;
  /** Without the query, as sent. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  header(name: string): string | undefined;
  /** The body as it came, or undefined where it is over the limit. */
  readBody(limitBytes: number): Promise<Buffer | undefined>;
  readonly address: string | undefined;
}

/** What is sent back. A body is JSON; without one there are only headers. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}
