import { jsonSchema, tool, type ToolSet } from 'ai';

/** The one tool of a benchmark's agent. */
export function weatherTools(): ToolSet {
  return {
    weather: tool({
      description: 'The weather in a city',
      inputSchema: jsonSchema<{ city: string }>({
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      }),
      execute: ({ city }) => ({ city, sky: 'sunny' }),
    }),
  };
}
