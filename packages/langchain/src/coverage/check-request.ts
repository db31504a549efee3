import { fatalTo, isDict, noteSettings, spelled, unknownSettings } from '@interpose/adapter-kit';
import { overDefaults, settingsKept } from '../model/default-options.ts';
import type { ModelCall } from '../model/model-call.ts';
import { rootOf } from '../targets/hook-object.ts';
import type { NativeModel } from '../translate/native.ts';
import { requireLocalTools, surface } from './require-enforced.ts';

/**
 * What stands in a request in place of words that hooks judge, or lets the provider act or read elsewhere. In the options of
 * a call, and among what a model says it sends, LangChain's own parameters and those of every integration stand beside
 * it, so that these can only be known by their names.
 */
const IN_CALL =
  'functions messages input instructions prompt system systemInstruction contents body extraBody webSearchOptions ' +
  'searchParameters mcpServers connectors plugins container models fallbacks previousResponseId conversation cachedContent';

const UNJUDGED: ReadonlySet<string> = new Set(IN_CALL.split(' ').map(spelled));

/** Of a call, hooks judge tools and the model; what the model adds itself takes their place. */
const UNJUDGED_IN_MODEL: ReadonlySet<string> = new Set([...UNJUDGED, 'tools', 'model']);

/**
 * Looks for what a model is about to be sent that hooks cannot judge: tools that the provider runs, and settings that take
 * the place of what hooks have seen, or are not known to be plain. The latter are told once as `unmediated_call`.
 *
 * @throws InterposeError `not_enforced` for either where `require: 'enforced'` was asked for.
 */
export function checkRequest({ run, seam, model, options }: ModelCall): void {
  const { hooks, asked, tools } = run;
  const layer = { hooks, options: seam.options.require === undefined ? asked : seam.options };
  const note = (where: string, names: readonly string[]): void =>
    noteSettings(
      names.map((name) => `${where} ${name}`),
      surface,
      layer,
    );
  try {
    requireLocalTools(layer.options, options.tools, tools.values());
    for (const given of [options, options['options']]) note('call option', listed(given, UNJUDGED));
    note('model setting', unknownSettings(settingsKept(model) ?? {}, 'spread'));
    note('model setting', listed(addedBy(model), UNJUDGED_IN_MODEL));
  } catch (error) {
    fatalTo(run)(error);
  }
}

/** The names of this list that are given and say something. */
function listed(given: unknown, list: ReadonlySet<string>): readonly string[] {
  if (!isDict(given)) return [];
  return Object.keys(given).filter((name) => list.has(spelled(name)) && says(given[name]));
}

/** False for what leaves a request as it is. */
function says(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

const added = new WeakMap<object, object>();

/** What the fields of a model make it add, whatever their names are; asked once for each model. */
function addedBy(model: NativeModel): object {
  const root = rootOf(model) as NativeModel;
  let sent = added.get(root);
  if (sent === undefined) added.set(root, (sent = sentAlone(root)));
  return sent;
}

/** What a model says it sends with a call that says nothing, beside its name. */
function sentAlone(root: NativeModel): object {
  const { invocationParams } = root;
  if (typeof invocationParams !== 'function') return {};
  try {
    const sent = Reflect.apply(invocationParams, root, [overDefaults(root, {})]) as object;
    const names = Object.entries(sent).filter(([name]) => UNJUDGED_IN_MODEL.has(spelled(name)));
    return { ...Object.fromEntries(names), model: undefined };
  } catch {
    // LangChain asks the same of it with the call itself, and throws what it throws.
    return {};
  }
}
