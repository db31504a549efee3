import type { AgentCard } from '@a2a-js/sdk';

/** The card of the agent at this address, mounted on JSON-RPC and on HTTP+JSON; a legacy one also speaks A2A 0.3. */
export function deskCard(url: string, legacy: boolean = false): AgentCard {
  const rpc = { url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' };
  const grpc = { ...rpc, url: 'grpc.invalid', protocolBinding: 'GRPC' };
  const rest = { ...rpc, url: `${url}/rest`, protocolBinding: 'HTTP+JSON' };
  return {
    name: 'Visa Desk',
    description: 'Answers visa questions.',
    version: '0.9.2',
    provider: { organization: 'Other Models', url: 'https://other.example' },
    supportedInterfaces: legacy
      ? [{ ...rpc, protocolVersion: '0.3' }, rpc, rest, grpc]
      : [rpc, rest, grpc],
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: true,
      extensions: [],
    },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
    securitySchemes: {},
    securityRequirements: [],
    signatures: [],
    documentationUrl: undefined,
    iconUrl: undefined,
  };
}
