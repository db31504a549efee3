import { fatalTo, isDict, passUnmediated } from '@interpose/adapter-kit';
import { overDefaults, settingsKept } from '../model/default-options.ts';
import type { ModelCall } from '../model/model-call.ts';
import { rootOf } from '../targets/hook-object.ts';
import type { NativeModel } from '../translate/native.ts';
import { requireLocalTools, surface } from './require-enforced.ts';

/** What stands in a request in place of words that hooks judge, or lets the provider act or read elsewhere. */
const IN_CALL =
  'functions messages input instructions prompt system systemInstruction contents body extra_body ' +
  'web_search_options search_parameters searchParameters mcp_servers connectors plugins';

const UNJUDGED: ReadonlySet<string> = new Set(IN_CALL.split(' '));

/** Of a call, hooks judge tools and the model; what the model adds itself takes their place. */
const UNJUDGED_IN_MODEL: ReadonlySet<string> = new Set([...UNJUDGED, 'tools', 'model', 'models']);

/**
 * Looks for what a model is about to be sent that hooks cannot judge: tools that the provider runs, and settings that take
 * the place of what hooks have seen. The latter are told once as `unmediated_call`.
 *
 * @throws InterposeError `not_enforced` for either where `require: 'enforced'` was asked for.
 */
export function checkRequest({ run, seam, model, options }: ModelCall): void {
  const { hooks, asked, tools } = run;
  const layer = { hooks, options: seam.options.require === undefined ? asked : seam.options };
  const note = (given: unknown, where = 'model setting', names = UNJUDGED_IN_MODEL): void => {
    if (!isDict(given)) return;
    for (const name of Object.keys(given))
      if (names.has(name) && says(given[name])) passUnmediated(`${where} ${name}`, surface, layer);
  };
  try {
    requireLocalTools(layer.options, options.tools, tools.values());
    for (const given of [options, options['options']]) note(given, 'call option', UNJUDGED);
    note(settingsKept(model));
    note(addedBy(model));
  } catch (error) {
    fatalTo(run)(error);
  }
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
    const names = Object.entries(sent).filter(([name]) => UNJUDGED_IN_MODEL.has(name));
    return { ...Object.fromEntries(names), model: undefined };
  } catch {
    // LangChain asks the same of it with the call itself, and throws what it throws.
    return {};
  }
}
