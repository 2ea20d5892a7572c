/** An object without its undefined members, which then need not be there in its type. */
export function omitAbsent<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  for (const key of Object.keys(object) as (keyof T)[]) if (object[key] === undefined) delete object[key];
  return object as { [K in keyof T]: Exclude<T[K], undefined> };
}
