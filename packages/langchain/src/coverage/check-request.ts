import {
  fatalTo,
  isDict,
  madeOnce,
  noteSettings,
  spelled,
  unknownSettings,
} from '@interpose/adapter-kit';
import { overDefaults, settingsKept } from '../model/default-options.ts';
import type { ModelCall } from '../model/model-call.ts';
import { rootOf } from '../targets/hook-object.ts';
import type { NativeModel } from '../translate/native.ts';
import { requireLocalTools, surface } from './require-enforced.ts';

/**
 * The settings that stand in place of words which hooks judge, or let the provider act or read elsewhere. They are
 * known by name only: the options of a call and of a model also have LangChain's own parameters and those of every
 * integration.
 */
const IN_CALL =
  'functions messages input instructions prompt system systemInstruction contents body extraBody webSearchOptions ' +
  'searchParameters mcpServers connectors plugins container models fallbacks previousResponseId conversation cachedContent';

const UNJUDGED: ReadonlySet<string> = new Set(IN_CALL.split(' ').map(spelled));

/** The names for settings that a model adds itself. Hooks judge tools and model of a call, but not these. */
const UNJUDGED_IN_MODEL: ReadonlySet<string> = new Set([...UNJUDGED, 'tools', 'model']);

/**
 * Checks a request for what hooks cannot judge: tools that the provider runs, and settings that replace what hooks have
 * seen or that are not known to be plain. Such settings are reported once as `unmediated_call`.
 *
 * @throws InterposeError `not_enforced` for either where `require: 'enforced'` was asked for.
 */
export function checkRequest({ run, seam, model, options }: ModelCall): void {
  const { hooks, asked, tools } = run;
  const layer = { hooks, options: seam.options.require === undefined ? asked : seam.options };
  const note = (where: string, names: readonly string[]): void => {
    if (names.length === 0) return;
    const paths = names.map((name) => `${where} ${name}`);
    noteSettings(paths, surface, layer);
  };
  try {
    requireLocalTools(layer.options, options.tools, tools.values());
    note('call option', listed(options, UNJUDGED));
    note('call option', listed(options['options'], UNJUDGED));
    const kept = settingsKept(model);
    if (kept !== undefined) note('model setting', unknownSettings(kept, 'spread'));
    note('model setting', addedBy(model));
  } catch (error) {
    fatalTo(run)(error);
  }
}

/** Returns the names of this list that are set to something. */
function listed(given: unknown, list: ReadonlySet<string>): readonly string[] {
  if (!isDict(given)) return NONE;
  let found = NONE;
  // A loop, because a filter makes two lists for every request, and mostly finds nothing.
  for (const name in given)
    if (Object.hasOwn(given, name) && says(given[name]) && list.has(spelled(name)))
      found = [...found, name];
  return found;
}

const NONE: readonly string[] = [];

/** Whether a value changes a request at all. */
function says(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

const added = new WeakMap<object, readonly string[]>();

/** Returns the names of unjudged settings that the fields of a model add. Each model is asked only once. */
function addedBy(model: NativeModel): readonly string[] {
  const root = rootOf(model) as NativeModel;
  return madeOnce(added, root, () => sentAlone(root));
}

/** Returns the names of unjudged settings that a model sends with an empty call; its own name is none. */
function sentAlone(root: NativeModel): readonly string[] {
  const { invocationParams } = root;
  if (typeof invocationParams !== 'function') return NONE;
  try {
    const sent = Reflect.apply(invocationParams, root, [overDefaults(root, {})]) as object;
    return listed(sent, UNJUDGED_IN_MODEL).filter((name) => name !== 'model');
  } catch {
    // LangChain makes the same call for the request itself, and then throws the error.
    return NONE;
  }
}
