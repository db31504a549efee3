import { isDict, passUnmediated, type Layer } from '@interpose/adapter-kit';
import type { NativeParams } from '../translate/native.ts';
import { surface } from './unmediated-calls.ts';

/**
 * What a provider may be told in options of its own that takes the place of what hooks judge, asks another model, or
 * brings tools that it runs.
 */
const UNJUDGED: ReadonlySet<string> = new Set(
  (
    'messages input instructions prompt system contents body extra_body extraBody model models tools functions plugins ' +
    'connectors container mcpServers mcp_servers searchParameters search_parameters web_search_options webSearchOptions'
  ).split(' '),
);

/**
 * Looks for such options in a request. They are told once as `unmediated_call`.
 *
 * @throws InterposeError `not_enforced` where `require: 'enforced'` was asked for.
 */
export function noteProviderOptions({ providerOptions }: NativeParams, layer: Layer): void {
  for (const [provider, given] of Object.entries(providerOptions ?? NONE))
    for (const [name, value] of Object.entries(isDict(given) ? given : NONE))
      if (UNJUDGED.has(name) && value !== undefined && value !== null)
        passUnmediated(`provider option ${provider}.${name}`, surface, layer);
}

const NONE = {};
