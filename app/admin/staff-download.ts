import { senderAddress } from "@/app/sender-address";
import { log } from "@/domain/log";
import { publicUrl } from "@/domain/public-url";
import { authorise, type CallerOf } from "./authorise";
import { elsewhere } from "./gate";
import { addressOf, type DownloadName, type Params } from "./routes";
import { streamCsv, type CsvFile } from "./stream-csv";

/** What a download's own code is given: everything checked that its row of routes.ts can check. */
export interface DownloadAsked<Name extends DownloadName> {
  readonly caller: CallerOf<Name>;
  readonly params: Params;
  readonly query: Readonly<Record<string, string>>;
  readonly now: Date;
}

/** Next.js gives no parameters at all where the path has none. */
type Context = { params: Promise<Record<string, string> | undefined> };

/**
 * The doorway of a file: who asks, whether they may, then the rows, written as they come.
 *
 * @param make undefined from it means that there is no such thing, which its verb found out.
 */
export function staffDownload<Name extends DownloadName>(
  name: Name,
  make: (asked: DownloadAsked<Name>) => Promise<CsvFile | undefined>,
) {
  return async (sent: Request, { params: given }: Context): Promise<Response> => {
    const now = new Date();
    const params = (await given) ?? {};
    const asker = {
      cookie: sent.headers.get("cookie") ?? "",
      address: senderAddress((name) => sent.headers.get(name)),
    };
    const decision = await authorise(name, params, asker, now);
    if (decision.is !== "admitted") {
      // The gate has stood in the way of all others already; whoever comes here has come round it.
      const verdict = elsewhere(decision, addressOf(name, params));
      return goOn(verdict.is === "go" ? verdict.to : "/admin/problem/not-found");
    }
    const query = Object.fromEntries(new URL(sent.url).searchParams);
    const file = await make({ caller: decision.caller as CallerOf<Name>, params, query, now });
    if (!file) return goOn("/admin/problem/not-found");
    const onFault = (error: unknown) => log.error({ err: error, download: name }, "a download failed");
    return new Response(streamCsv(file, onFault), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${file.name}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  };
}

function goOn(to: string): Response {
  return new Response(null, { status: 303, headers: { Location: publicUrl(to) } });
}
