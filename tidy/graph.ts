import { FILES, importsOf, isTest, isTestHelper, mentionsOf, SOURCES, textOf } from "./repository";

/** One circle of imports, from a file back to itself; empty when there is none. */
export function findCycle(files: readonly string[]): string[] {
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): string[] => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const { file: next } of importsOf(file)) {
      const circle = next !== undefined && SOURCES.includes(next) ? walk(next, [...trail, file]) : [];
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of files) {
    const circle = walk(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

/** Where something comes in from outside: what Next.js looks for by name, configurations, and what npm runs. */
const DOORS = [
  /^app\/(?:.*\/)?(?:page|layout|template|loading|error|global-error|not-found|global-not-found|default|route)\.tsx?$/u,
  /^app\/(?:.*\/)?(?:icon|apple-icon|opengraph-image|robots|sitemap|manifest)\.tsx?$/u,
  /^(?:proxy|instrumentation|instrumentation-client|server|[\w.-]+\.config)\.(?:ts|mjs)$/u,
];

/** Code and styles that no door leads to. What is named for tests may be reached from tests alone. */
export function unreachable(): string[] {
  const scripts = FILES.filter((file) => file === "package.json" || file.startsWith(".ci/")).map(textOf);
  const isDoor = (file: string) =>
    DOORS.some((door) => door.test(file)) ||
    (/\.(?:ts|mjs)$/u.test(file) && scripts.some((text) => text.includes(file)));
  const open = reachableFrom(SOURCES.filter((file) => isDoor(file) && !isTest(file)));
  const tested = reachableFrom(SOURCES.filter(isTest));
  return FILES.filter((file) => SOURCES.includes(file) || file.endsWith(".scss")).filter(
    (file) => !isTest(file) && !open.has(file) && !(isTool(file) && tested.has(file)),
  );
}

function isTool(file: string): boolean {
  return isTestHelper(file) || /^(?:e2e|tidy)\//u.test(file);
}

function reachableFrom(doors: readonly string[]): Set<string> {
  const reached = new Set(doors);
  // A set is walked through to what is added on the way.
  for (const file of reached) {
    const imported = SOURCES.includes(file) ? importsOf(file).map(({ file: next }) => next) : [];
    for (const next of [...imported, ...mentionsOf(file)]) {
      if (next !== undefined && /\.(?:tsx?|mjs|scss)$/u.test(next)) reached.add(next);
    }
  }
  return reached;
}
