import type { AuthorizationAnswer } from '@cedar-policy/cedar-wasm/nodejs';
import type { AnyVerdict } from '@interpose/core';

import { engineError, engineVerdict } from '../shared/engines/engine-verdict.ts';
import type { Annotations } from './load-policies.ts';

/**
 * Turns an answer of Cedar into a verdict. Any error denies: Cedar itself skips a policy that fails, but a forbid that
 * cannot be evaluated must not permit.
 */
export function cedarVerdict(
  answer: AuthorizationAnswer,
  annotations: ReadonlyMap<string, Annotations>,
): AnyVerdict {
  if (answer.type !== 'success') return engineError('cedar', messagesOf(answer.errors));
  const { decision, diagnostics } = answer.response;
  if (diagnostics.errors.length > 0)
    return engineError('cedar', messagesOf(diagnostics.errors.map(({ error }) => error)));
  const deciding = diagnostics.reason.map((id) => annotations.get(id) ?? {});
  if (decision === 'allow') {
    const asks = textsOf(deciding, 'ask');
    return engineVerdict(
      'cedar',
      asks.length === 0 ? true : { decision: 'ask', reason: asks.join('; ') },
    );
  }
  return engineVerdict('cedar', decision === 'deny' ? denial(deciding) : decision);
}

function denial(deciding: readonly Annotations[]): object {
  const [reasons, codes, messages] = (['reason', 'code', 'message'] as const).map((key) =>
    textsOf(deciding, key),
  );
  const said = {
    reason: reasons?.length ? reasons.join('; ') : undefined,
    code: codes?.length === 1 ? codes[0] : undefined,
    message: messages?.[0],
  };
  const given = Object.entries(said).filter(([, text]) => text !== undefined);
  return { decision: 'deny', ...Object.fromEntries(given) };
}

function textsOf(deciding: readonly Annotations[], key: keyof Annotations): readonly string[] {
  return [...new Set(deciding.flatMap((annotations) => annotations[key] ?? []))];
}

function messagesOf(errors: readonly { readonly message: string }[]): string {
  return errors.map(({ message }) => message).join('; ');
}
