import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { inventory, watchInventory, type AgBom } from '@interpose/aos/agbom';
import { createHooks } from '@interpose/core';
import { callTools, say, scriptedModel, type ScriptedModel } from '@interpose/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sdkAgents } from '../test/sdk-agents.ts';

const validator = new JsonStrictValidator(Version.v1dot6);
const script = [callTools({ name: 'find_order', args: { id: 'A-7' } }), say('It is there.')];

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});

afterAll(() => server.close());

function refsIn(bom: AgBom): readonly string[] {
  const parts = [...(bom.components ?? []), ...(bom.services ?? [])];
  return parts.map((part) => String(part['bom-ref'])).toSorted();
}

/** What each SDK lets an agent of its own say before it runs. */
const declared: Readonly<Record<string, readonly string[]>> = {
  'ai-sdk': ['model:scripted', 'tool:find_order', 'tool:web_search'],
  langchain: ['memory:MemorySaver', 'model:scripted', 'tool:find_order', 'tool:web_search'],
  'openai-agents': ['agent:complaints', 'model:scripted', 'tool:find_order', 'tool:web_search'],
};

test.each(Object.entries(declared))(
  'an agent of %s says what it has before it runs',
  async (name, parts) => {
    const { target } = sdkAgents.get(name)!(createHooks(), 'http://nowhere.example');
    const bom = inventory(target);
    expect(await validator.validate(JSON.stringify(bom))).toBeNull();
    expect(bom.metadata?.component).toMatchObject({ name: 'support' });
    expect(refsIn(bom)).toEqual(parts);
  },
);

test('a client has nothing to say before its first request, and no empty bill is written', () => {
  const { target } = sdkAgents.get('openai')!(createHooks(), 'http://nowhere.example');
  expect(() => inventory(target)).toThrow('[inventory_unknown]');
});

describe.each([...sdkAgents])('the bill of materials of an agent of %s', (name, makeAgent) => {
  test('is valid CycloneDX 1.6 and holds what the agent says and what was seen', async () => {
    const hooks = createHooks();
    watchInventory(hooks);
    const { baseURL } = server.chat({ entries: script, toolNames: ['web_search'] });
    const { target, ask } = makeAgent(hooks, baseURL);
    await ask('Is my order there?');
    const bom = inventory(target);
    expect(await validator.validate(JSON.stringify(bom))).toBeNull();
    const refs = refsIn(bom);
    const expected = declared[name] ?? ['model:scripted', 'tool:find_order'];
    expect(refs).toEqual(expect.arrayContaining([...expected, `framework:${name}`]));
    expect(new Set(refs).size).toBe(refs.length);
    const tool = bom.components?.find((part) => part['bom-ref'] === 'tool:find_order');
    expect(tool).toMatchObject({ type: 'application', description: 'Finds an order.' });
    expect(JSON.stringify(tool?.properties)).toContain('As printed on the parcel.');
  });
});
