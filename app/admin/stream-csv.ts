import { BYTE_ORDER_MARK, csvLines, type Cell } from "./csv";

/** A file of rows. */
export interface CsvFile {
  /** What the file is called, without its ending. */
  readonly name: string;
  readonly head: readonly string[];
  /** Asked for as fast as they are taken. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

/**
 * A file as it goes out: one batch of rows is in memory, and the next is asked for when that has gone. A fault on the
 * way breaks it off, since half a file must not look like a whole one.
 */
export function streamCsv(file: CsvFile, onFault: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const texts = written(file);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await texts.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch (error) {
          onFault(error);
          controller.error(error);
        }
      },
      async cancel() {
        await texts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* written({ head, batches }: CsvFile): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLines([head]);
  for await (const batch of batches) yield csvLines(batch);
}
