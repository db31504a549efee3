import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import type { EntryPoint } from './entry-points.ts';

const marker = '--exports--';
/** A package may have tens of thousands of exports. */
const LIMITS = { maxBuffer: 2 ** 28, encoding: 'utf8' } as const;

/** What a package exports when it is loaded. */
export type RuntimeExports = {
  /** The names at every entry point. One that cannot be loaded here, since an optional peer is missing, is absent. */
  names: ReadonlyMap<string, readonly string[]>;
  /** The messages of a protocol, as its own schemas name them: `client request tools/call`, and what each is. */
  messages: Readonly<Record<string, string>>;
};

/** Loads every entry point in a process of its own, since loading may start things. */
export async function runtimeExports(points: readonly EntryPoint[]): Promise<RuntimeExports> {
  const files = points.map(({ name, file }) => [name, pathToFileURL(file).href]);
  const program = `${reader}(${JSON.stringify(files)}, ${JSON.stringify(marker)});`;
  const words = ['--input-type=module', '--eval', program];
  const { stdout: output } = await promisify(execFile)(process.execPath, words, LIMITS);
  const [, listed] = output.split(marker);
  if (listed === undefined) throw new Error(`the exports could not be read: ${output}`);
  const read = JSON.parse(listed) as {
    names: Record<string, string[]>;
    messages: Record<string, string>;
  };
  return { names: new Map(Object.entries(read.names)), messages: read.messages };
}

/**
 * Runs in the other process. A schema with a literal `method` names a message of a protocol; a union of them says which
 * side sends it. A service definition names the methods that a client may call.
 */
const reader = `await (async (files, marker) => {
  process.on('uncaughtException', () => {});
  const names = {}, messages = {}, sides = new Set();
  const methodOf = (schema) => {
    const shape = schema?.shape ?? schema?._def?.shape?.();
    return shape?.method?.value ?? shape?.method?._def?.value;
  };
  const add = (exported, value) => {
    const [, side, kind] = /^(Client|Server)(Request|Notification)Schema$/.exec(exported)?.map((text) => text.toLowerCase()) ?? [];
    const method = methodOf(value);
    if (typeof method === 'string') messages['message ' + method] ??= /Notification/.test(exported) ? 'notification' : 'request';
    for (const each of (side && (value.options ?? value._def?.options)) || []) {
      sides.add(methodOf(each));
      messages[[side, kind, methodOf(each)].join(' ')] = kind;
    }
    for (const each of Object.values(value)) {
      const [, called] = /^[/][\\w.]+[/](\\w+)$/.exec(each?.path ?? '') ?? [];
      if (called && typeof each.responseStream === 'boolean')
        messages['client request ' + called] = each.responseStream ? 'request, answered by a stream' : 'request';
    }
  };
  for (const [name, url] of files) {
    const loaded = await import(url).catch(() => undefined);
    if (loaded === undefined) continue;
    names[name] = Object.keys(loaded);
    for (const [exported, value] of Object.entries(loaded)) if (value instanceof Object) add(exported, value);
  }
  for (const method of sides) delete messages['message ' + method];
  process.stdout.write(marker + JSON.stringify({ names, messages }) + marker, () => process.exit(0));
})`;
