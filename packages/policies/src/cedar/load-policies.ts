import {
  policySetTextToParts,
  policyToJson,
  preparsePolicySet,
  validate,
  type DetailedError,
  type Schema,
} from '@cedar-policy/cedar-wasm/nodejs';
import { InterposeError } from '@interpose/core';

/** The annotations of one policy: what its decision adds to the verdict. */
export interface Annotations {
  readonly reason?: string;
  readonly ask?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Policies that the engine has parsed, under the name that the engine knows. */
export interface LoadedPolicies {
  readonly id: string;
  /** The annotations by policy id. */
  readonly annotations: ReadonlyMap<string, Annotations>;
}

/** The names of the parsed sets, by their text. The engine never frees a set, so equal sets share a name. */
const parsed = new Map<string, string>();

/**
 * Parses policies once, and validates them when there is a schema.
 *
 * @throws InterposeError `invalid_option`, with what the engine says of them.
 */
export function loadPolicies(text: string, schema: Schema | undefined): LoadedPolicies {
  const parts = policySetTextToParts(text);
  if (parts.type === 'failure') throw invalid(told(parts.errors, text), 'correct the policies');
  if (parts.policy_templates.length > 0)
    throw invalid('there is a template', 'write a policy for each principal or resource');
  if (parts.policies.length === 0)
    throw invalid('there are no policies, so everything would be denied', 'write at least one');
  const policies: Record<string, string> = {};
  const annotations = new Map<string, Annotations>();
  for (const [index, policy] of parts.policies.entries()) {
    const { id, ...others } = annotationsOf(policy, index);
    if (annotations.has(id)) throw invalid(`two policies have the id ${id}`, 'rename one');
    annotations.set(id, others);
    policies[id] = policy;
  }
  if (schema !== undefined) checkTypes(policies, schema);
  return { id: parse(policies), annotations };
}

function annotationsOf(policy: string, index: number): Annotations & { readonly id: string } {
  const read = policyToJson(policy);
  if (read.type === 'failure') throw invalid(told(read.errors, policy), 'correct the policies');
  const { annotations = {}, effect } = read.json;
  checkSpelling(Object.keys(annotations));
  const text = (name: string): string | undefined => {
    if (!Object.hasOwn(annotations, name)) return undefined;
    const value: unknown = annotations[name];
    if (typeof value === 'string' && value !== '') return value;
    throw invalid(`the annotation @${name} of a policy has no text`, `write @${name}("…")`);
  };
  const [reason, ask, code, message] = [text('reason'), text('ask'), text('code'), text('message')];
  if (ask !== undefined && effect === 'forbid')
    throw invalid(
      'a forbid has the annotation @ask, but a person cannot lift what is forbidden',
      'put @ask on the permit',
    );
  return {
    id: text('id') ?? `policy${index}`,
    ...(reason === undefined ? {} : { reason }),
    ...(ask === undefined ? {} : { ask }),
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
  };
}

const KNOWN = ['id', 'reason', 'ask', 'code', 'message'];

/** Refuses `@Ask` and `@aks`: Cedar would ignore the annotation, and permit without asking. */
function checkSpelling(names: readonly string[]): void {
  for (const name of names) {
    const meant = KNOWN.find((known) => lettersOf(known) === lettersOf(name));
    if (meant !== undefined && meant !== name)
      throw invalid(`the annotation @${name} is not known`, `write @${meant}`);
  }
}

function lettersOf(name: string): string {
  return name.toLowerCase().split('').toSorted().join('');
}

function checkTypes(policies: Record<string, string>, schema: Schema): void {
  const answer = validate({ schema, policies: { staticPolicies: policies } });
  if (answer.type === 'failure') throw invalid(told(answer.errors), 'correct the schema');
  const [fault] = answer.validationErrors;
  if (fault !== undefined)
    throw invalid(
      `policy ${fault.policyId} does not fit the schema: ${fault.error.message}`,
      'correct the policy or the schema',
    );
}

function parse(policies: Record<string, string>): string {
  const key = JSON.stringify(policies);
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const id = `interpose-${parsed.size}`;
  const answer = preparsePolicySet(id, { staticPolicies: policies });
  if (answer.type === 'failure') throw invalid(told(answer.errors), 'correct the policies');
  parsed.set(key, id);
  return id;
}

function told(errors: readonly DetailedError[], text?: string): string {
  return errors
    .map(({ message, sourceLocations }) => {
      const start = sourceLocations?.[0]?.start;
      if (text === undefined || start === undefined) return message;
      return `line ${text.slice(0, start).split('\n').length}: ${message}`;
    })
    .join('; ');
}

function invalid(problem: string, remedy: string): InterposeError {
  return new InterposeError('invalid_option', `cedar: ${problem}`, remedy);
}
