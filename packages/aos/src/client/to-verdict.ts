import { onBehalfOf, withProblem } from '@interpose/core/remote';
import { deny, type AnyVerdict, type Dict, type ToolCall } from '@interpose/core';

import type { Codec } from '../events/codec.ts';
import { dictAt, isDict, stringAt } from '../wire/is-dict.ts';
import { a2aMethod, mayModify, validatorOf } from '../wire/methods.ts';
import { normalize } from '../wire/normalize.ts';
import type { WrittenRequest } from './write-request.ts';

/** The step to which a decision is applied. */
export interface Target {
  readonly codec: Codec;
  readonly payload: Dict;
  readonly request: WrittenRequest;
  readonly allowRename: boolean;
  readonly repair: boolean;
}

/** Turns a guardian's decision into a verdict; undefined for a plain allow. */
export function toVerdict(result: Dict, target: Target): AnyVerdict | undefined {
  const by = namesIn(result);
  const [code] = (result['reasonCode'] ?? []) as readonly string[];
  const reason = stringAt(result, 'reasoning');
  const { by: _, ...data } = dictAt(result, 'data');
  const why = {
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
  if (result['decision'] === 'allow')
    return Object.keys(why).length === 0 ? undefined : { decision: 'allow', ...why };
  if (result['decision'] === 'deny')
    return onBehalfOf(toRespond(result, target, why) ?? toDeny(result, by.length > 0), by);
  const changed = toModify(result, target);
  return onBehalfOf(changed.decision === 'deny' ? changed : { ...changed, ...why }, by);
}

/** Returns the answer in place of a tool that our own guardians send; other clients read a deny. */
function toRespond(
  result: Dict,
  { codec }: Target,
  { code, reason }: { readonly code?: string; readonly reason?: string },
): AnyVerdict | undefined {
  const { interpose, by: _, ...data } = dictAt(result, 'data');
  const outcome = isDict(interpose) ? interpose['outcome'] : undefined;
  if (codec.event !== 'preToolCall' || !isDict(outcome)) return undefined;
  if (!Object.hasOwn(outcome, 'result')) return undefined;
  return {
    decision: 'respond',
    outcome: { result: outcome['result'] },
    ...(code === undefined || code === 'respond_unsupported' ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
}

/** Returns the names of the deciding policies, which our own guardians send. */
function namesIn(result: Dict): readonly string[] {
  const by = dictAt(result, 'data')['by'];
  return Array.isArray(by) && by.every((name) => typeof name === 'string') ? by : [];
}

/** Turns a deny into a verdict. The key `by` of other guardians stays data. */
function toDeny(result: Dict, isNamed: boolean): AnyVerdict {
  const message = stringAt(result, 'message');
  const codes = (result['reasonCode'] ?? []) as readonly string[];
  const { by, problem, ...rest } = dictAt(result, 'data');
  const isProblem = isNamed && typeof problem === 'string';
  const data = {
    ...(isNamed || by === undefined ? {} : { by }),
    ...(isProblem || problem === undefined ? {} : { problem }),
    ...rest,
  };
  const [code, ...further] = codes;
  const told = further.length === 0 ? data : { ...data, codes };
  const verdict = deny(stringAt(result, 'reasoning') ?? message ?? '', {
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(Object.keys(told).length === 0 ? {} : { data: told }),
  });
  return isProblem ? withProblem(verdict, withoutRemedy(problem)) : verdict;
}

/** Removes the remedy for an unreadable answer, because the record here adds it again. */
function withoutRemedy(problem: string): string {
  return problem.replace(/; [^;]*$/, '');
}

function toModify(result: Dict, target: Target): AnyVerdict {
  const { codec, payload, request, allowRename, repair } = target;
  const given = result['modifiedRequest'];
  const modified = repair ? normalize(given).value : given;
  if (!isDict(modified) || modified['method'] !== request.method || modified['id'] !== request.id)
    return refuse('invalid_modification');
  if (validatorOf(request.method)?.(modified) !== true) return refuse('invalid_modification');
  const params = dictAt(modified, 'params');
  if (!isModifiable(target)) return refuse('modify_unsupported');
  const taken = codec.take(params, payload);
  if (taken === undefined) return refuse('invalid_modification');
  if ('outcome' in taken) return { decision: 'respond', outcome: taken.outcome };
  const renamed = codec.event === 'preToolCall' && nameOf(taken.value) !== nameOf(payload['call']);
  if (renamed && !allowRename) return refuse('invalid_modification');
  return { decision: 'modify', value: taken.value };
}

/** Whether modify is possible, by the leg of the request, whatever the answer says. */
function isModifiable({ request, payload }: Target): boolean {
  const isAnswer = payload['leg'] === 'response' || payload['leg'] === 'event';
  return a2aMethod(request.method) === undefined || mayModify(request.method, !isAnswer);
}

function nameOf(call: unknown): string {
  return (call as ToolCall).name;
}

function refuse(code: 'invalid_modification' | 'modify_unsupported'): AnyVerdict {
  return deny('The guardian answered with a change that cannot be made.', { code });
}
