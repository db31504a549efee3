import { pathToFileURL } from 'node:url';

import { runCommand } from '../../run-command.ts';
import type { EntryPoint } from './entry-points.ts';

const marker = '--exports--';

/** What a package exports when it is loaded. */
export type RuntimeExports = {
  /** The names at every entry point. One that cannot be loaded here, since an optional peer is missing, is absent. */
  names: ReadonlyMap<string, readonly string[]>;
  /** The messages of a protocol that its schemas name: `tools/call`, by the schema's name. */
  messages: Readonly<Record<string, string>>;
};

/** Loads every entry point in a process of its own, since loading may start things. */
export async function runtimeExports(points: readonly EntryPoint[]): Promise<RuntimeExports> {
  const files = points.map(({ name, file }) => [name, pathToFileURL(file).href]);
  const program = `${reader}(${JSON.stringify(files)}, ${JSON.stringify(marker)});`;
  const { output } = await runCommand(['node', '--input-type=module', '--eval', program]);
  const [, listed] = output.split(marker);
  if (listed === undefined) throw new Error(`the exports could not be read: ${output}`);
  const read = JSON.parse(listed) as {
    names: Record<string, string[]>;
    messages: Record<string, string>;
  };
  return { names: new Map(Object.entries(read.names)), messages: read.messages };
}

/** Runs in the other process: a schema with a literal `method` names a message of a protocol. */
const reader = `await (async (files, marker) => {
  process.on('uncaughtException', () => {});
  const names = {}, messages = {};
  const methodOf = (schema) => {
    const shape = schema?.shape ?? schema?._def?.shape?.();
    return shape?.method?.value ?? shape?.method?._def?.value;
  };
  for (const [name, url] of files) {
    const loaded = await import(url).catch(() => undefined);
    if (loaded === undefined) continue;
    names[name] = Object.keys(loaded);
    for (const [key, value] of Object.entries(loaded)) {
      const method = value instanceof Object ? methodOf(value) : undefined;
      if (typeof method === 'string') messages[key] = method;
    }
  }
  process.stdout.write(marker + JSON.stringify({ names, messages }) + marker, () => process.exit(0));
})`;
