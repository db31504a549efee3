import type { Dict, InventoryComponent } from '@interpose/core';

import type { AgentDetails } from '../../client/agent-details.ts';
import type { ToolArgumentDefinition, ToolDefinition } from '../../generated/aos-messages.ts';
import { dictAt, isDict, stringAt } from '../../wire/is-dict.ts';

type Written = Pick<AgentDetails, 'tools' | 'mcpServers' | 'model'>;

/** Writes the components of an agent in the form of AOS. */
export function writeInventory(components: readonly InventoryComponent[]): Written {
  const [model] = components.filter(({ kind }) => kind === 'model').map(writeModel);
  return {
    tools: components.filter(({ kind }) => kind === 'tool').map(writeTool),
    mcpServers: components
      .filter(({ kind }) => kind === 'mcp')
      .map(({ name, metadata = {} }) => ({
        name,
        version: stringAt(dictAt(metadata, 'serverInfo'), 'version') ?? 'unknown',
      })),
    ...(model === undefined ? {} : { model }),
  };
}

function writeModel({ name, metadata = {} }: InventoryComponent): NonNullable<Written['model']> {
  return { id: name, name, provider: { name: stringAt(metadata, 'provider') ?? 'unknown' } };
}

function writeTool({ name, metadata = {} }: InventoryComponent): ToolDefinition {
  const description = stringAt(metadata, 'description');
  const schema = metadata['inputSchema'];
  return {
    name,
    id: name,
    type: stringAt(metadata, 'origin') ?? 'local',
    ...(description === undefined ? {} : { description }),
    arguments: isDict(schema) ? writeArguments(schema) : null,
    outputs: null,
  };
}

function writeArguments(schema: Dict): ToolArgumentDefinition[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(dictAt(schema, 'properties')).map(([name, property]) => {
    const described = isDict(property) ? property : {};
    const type = typeOf(described['type']);
    const description = stringAt(described, 'description');
    return {
      name,
      required: required.includes(name),
      ...(type === undefined ? {} : { type }),
      ...(description === undefined ? {} : { description }),
    };
  });
}

type ArgumentType = NonNullable<ToolArgumentDefinition['type']>;

/** Returns the AOS type of an argument. JSON Schema also has integers and lists of types, which AOS lacks. */
function typeOf(type: unknown): ArgumentType | undefined {
  if (type === 'integer') return 'number';
  return TYPES.find((known) => known === type);
}

const TYPES: readonly ArgumentType[] = ['string', 'number', 'boolean', 'object', 'array', 'null'];
