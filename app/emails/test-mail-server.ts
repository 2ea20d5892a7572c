import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface TestMailServer {
  readonly url: string;
  /** Each accepted mail: to whom, and its source. */
  readonly mails: { to: string; source: string }[];
  /** What is said to each recipient from now on; "250 ok" takes it. */
  answer(line: string): void;
  close(): Promise<void>;
}

/** For tests: a mail server that speaks as much SMTP as it takes to hand over a mail. */
export async function testMailServer(): Promise<TestMailServer> {
  const mails: TestMailServer["mails"] = [];
  const sockets = new Set<Socket>();
  let toRecipient = "250 ok";
  const server = createServer((socket) => {
    sockets.add(socket);
    let [to, source, inData] = ["", "", false];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (inData) {
        if (line !== ".") source += `${line}\n`;
        else {
          mails.push({ to, source });
          [source, inData] = ["", false];
          say("250 taken");
        }
        return;
      }
      const [verb = ""] = line.toUpperCase().split(" ");
      if (verb === "RCPT") {
        to = /<(.*)>/u.exec(line)?.[1] ?? "";
        say(toRecipient);
      } else if (verb === "DATA") {
        inData = true;
        say("354 go on");
      } else say(verb === "QUIT" ? "221 bye" : "250 ok");
    };
    let rest = "";
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("utf8")).split("\r\n");
      rest = lines.pop() ?? "";
      lines.forEach(hear);
    });
    socket.on("error", () => {});
    say("220 test");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    answer: (line) => {
      toRecipient = line;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
