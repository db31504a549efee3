import type { A2aEnvelope, AgentIdentity, BaseContext, Dict, Host, User } from '@interpose/core';

import type { AgentDetails } from '../../client/agent-details.ts';
import { present } from '../codec.ts';
import { isoTime } from './iso-time.ts';

/** The parts of a hook's context that are sent. */
export type StepSource = Pick<
  BaseContext,
  'event' | 'agent' | 'chatId' | 'stepId' | 'at' | 'user' | 'trace' | 'reasoning'
> & {
  readonly session: { readonly id: string };
  readonly host?: Pick<Host, 'framework' | 'version'>;
};

/** Returns the context of a step; every field comes from the session or is a stated default. */
export function writeStepContext(ctx: StepSource, details: AgentDetails, hints: Dict): Dict {
  const { trace } = ctx;
  return {
    agent: writeAgent(ctx, details),
    ...writeStep(ctx),
    ...(trace === undefined ? {} : present({ ...trace })),
    interpose: { ...hints, ...writeHost(ctx) },
  };
}

/** Returns the two agents of an A2A message. AOS has no field for session and step here, so they are sent beside. */
export function writeA2aContext(
  ctx: StepSource,
  envelope: A2aEnvelope,
  details: AgentDetails,
  hints: Dict,
): Dict {
  const outbound = ctx.event === 'preA2aMessage';
  const url = (outbound ? envelope.from : envelope.to) ?? '';
  const own = { agent: { url, ...writeAgent(ctx, details) }, role: envelope.role };
  const peer = (outbound ? envelope.to : envelope.from) ?? '';
  const other = {
    agent: { url: peer, name: peer, version: UNKNOWN },
    role: envelope.role === 'client' ? 'server' : 'client',
  };
  return {
    from: outbound ? own : other,
    to: outbound ? other : own,
    interpose: { ...hints, step: writeStep(ctx), ...writeHost(ctx) },
  };
}

const UNKNOWN = 'unknown';

/** Returns the SDK that runs the agent, for which AOS has no field. */
function writeHost({ host }: StepSource): Dict {
  return host === undefined ? {} : { host: { framework: host.framework, version: host.version } };
}

function writeStep({ session, chatId, stepId, at, user }: StepSource): Dict {
  return {
    session: { id: session.id },
    turnId: chatId,
    stepId,
    timestamp: isoTime(at),
    ...(user === undefined ? {} : { user: writeUser(user) }),
  };
}

function writeUser({ id, name, organisation }: User): Dict {
  const organization = organisation === undefined ? undefined : { id: organisation };
  return present({ id, name, organization });
}

/** The last wire form of each agent, which its steps share while identity and details stay the same. */
const written = new WeakMap<
  AgentIdentity,
  { readonly details: AgentDetails; readonly wire: Dict }
>();

function writeAgent({ agent }: StepSource, details: AgentDetails): Dict {
  const known = written.get(agent);
  if (known?.details === details) return known.wire;
  const wire = wireOf(agent, details);
  written.set(agent, { details, wire });
  return wire;
}

function wireOf(agent: AgentIdentity, details: AgentDetails): Dict {
  const provider = {
    name: agent.provider?.name ?? details.provider?.name ?? UNKNOWN,
    url: agent.provider?.url ?? details.provider?.url ?? '',
  };
  const { provider: _, ...rest } = details;
  return {
    ...rest,
    id: agent.id,
    name: agent.name ?? details.name ?? agent.id,
    instructions: agent.instructions ?? details.instructions ?? '',
    version: agent.version ?? details.version ?? UNKNOWN,
    provider,
    ...(agent.model === undefined
      ? {}
      : { model: { id: agent.model, name: agent.model, provider: { name: provider.name } } }),
  };
}
