import { openApiDocument } from "./openapi";
import { statesMarkdown } from "./states";

/** Files in this folder that are written by `npm run generate`, with what must stand in them. */
export function generatedFiles(): Record<string, string> {
  return {
    "openapi.json": `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    "states.md": statesMarkdown(),
  };
}
