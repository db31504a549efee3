import type { EventFacts } from '../shared/events/event-facts.ts';
import { MAX_NAME, matchNames } from '../shared/names/match-names.ts';
import { compilePath, keysOf } from './compile-path.ts';
import { compileTest } from './compile-test.ts';
import type { Rule, RuleCondition, RuleTest } from './rule-file.ts';
import type { Place, RuleSource } from './rule-source.ts';
import { Mismatch, type Scene } from './scene.ts';

/** Whether a condition holds in a scene. @throws Mismatch where it cannot tell. */
export type Holds = (scene: Scene) => boolean;

/**
 * Compiles all conditions of a rule; all must hold, in the order tool, agent, user, args, if.
 *
 * @throws InterposeError `invalid_rules` for names, paths and patterns that cannot be.
 */
export function compileMatch(
  source: RuleSource,
  place: Place,
  rule: Rule,
  facts: EventFacts,
): Holds {
  const all: Holds[] = [];
  const isCall = facts.keys.includes('call');
  for (const key of ['tool', 'args'] as const) {
    if (rule[key] !== undefined && !isCall)
      throw source.fault(
        [...place, key],
        `${rule.on} is about no tool call`,
        'choose a tool event',
      );
  }
  if (rule.tool !== undefined) {
    const isNamed = names(source, [...place, 'tool'], rule.tool);
    all.push(({ ctx }) => isNamed((ctx as unknown as CallContext).call.name)); // checked above
  }
  if (rule.agent !== undefined) {
    const isNamed = names(source, [...place, 'agent'], rule.agent);
    all.push(({ ctx: { agent } }) => isNamed(agent.id) || isNamed(agent.name ?? ''));
  }
  const under = (key: 'user' | 'args', start: readonly string[]): void => {
    for (const [path, wanted] of Object.entries(rule[key] ?? {})) {
      const at = [...place, key, path];
      const read = compilePath(source, at, rule.on, facts, [...start, ...keysOf(path)]);
      const holds = compileTest(source, at, testOf(wanted));
      all.push((scene) => holds(...read(scene)));
    }
  };
  under('user', ['user']);
  under('args', ['call', 'args']);
  if (rule.if !== undefined) all.push(compileIf(source, [...place, 'if'], rule.on, facts, rule.if));
  return (scene) => all.every((holds) => holds(scene));
}

interface CallContext {
  readonly call: { readonly name: string };
}

function names(
  source: RuleSource,
  place: Place,
  written: string | readonly string[],
): (name: string) => boolean {
  try {
    const isListed = matchNames('names', typeof written === 'string' ? [written] : written);
    return (name) => {
      // The list would say no to this name, and the call would pass a rule that denies.
      if (name.length > MAX_NAME) throw new Mismatch('a name is too long');
      return isListed(name);
    };
  } catch {
    throw source.fault(
      place,
      'holds a name that is empty or has space around it',
      'write names as a|b or with the globs * and ?',
    );
  }
}

/** Returns the test; a plain value means "equals this value". */
function testOf(wanted: unknown): RuleTest {
  const isTest = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
  return isTest ? wanted : { equals: wanted };
}

function compileIf(
  source: RuleSource,
  place: Place,
  event: string,
  facts: EventFacts,
  condition: RuleCondition,
): Holds {
  const forms = Object.keys(condition).filter((key) => key !== 'is');
  if (forms.length > 1)
    throw source.fault(place, `is both ${forms.join(' and ')}`, 'put them into one `all` or `any`');
  const inside = (keys: Place, inner: RuleCondition): Holds =>
    compileIf(source, [...place, ...keys], event, facts, inner);
  if ('all' in condition) {
    const all = condition.all.map((each, index) => inside(['all', index], each));
    return (scene) => all.every((holds) => holds(scene));
  }
  if ('any' in condition) {
    const any = condition.any.map((each, index) => inside(['any', index], each));
    return (scene) => any.some((holds) => holds(scene));
  }
  if ('not' in condition) {
    const holds = inside(['not'], condition.not);
    return (scene) => !holds(scene);
  }
  const read = compilePath(source, [...place, 'path'], event, facts, condition.path);
  const holds = compileTest(source, [...place, 'is'], condition.is);
  return (scene) => holds(...read(scene));
}
