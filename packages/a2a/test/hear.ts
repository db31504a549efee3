import type { A2aEnvelope, Hooks } from '@interpose/core';

/** What a hook heard of one message. */
export type Heard = A2aEnvelope & {
  readonly event: string;
  readonly chatId: string;
  readonly sessionId: string;
};

/** Notes every message that passes these hooks. */
export function hear(hooks: Hooks): Heard[] {
  const heard: Heard[] = [];
  for (const event of ['preA2aMessage', 'onA2aMessage'] as const) {
    hooks.addHook(event, (ctx) => {
      const { message, method, role, leg, from, to, synthetic } = ctx;
      heard.push({
        event,
        message,
        method,
        role,
        leg,
        chatId: ctx.chatId,
        sessionId: ctx.session.id,
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        ...(synthetic === undefined ? {} : { synthetic }),
      });
    });
  }
  return heard;
}
