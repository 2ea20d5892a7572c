/** Next.js calls this once when a server starts, under `npm start` and under `next start` alike. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startTracing } = await import("./app/tracing");
  await startTracing();
  const { startExchequer } = await import("./app/start-exchequer");
  try {
    await startExchequer();
  } catch (error) {
    // Next.js goes on without us; server.mjs does not.
    Object.assign(globalThis, { [Symbol.for("exchequer.failure")]: error });
    throw error;
  }
}
