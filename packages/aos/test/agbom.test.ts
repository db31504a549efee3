import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { createHooks, deny, type Dict, type Hooks, type InventoryComponent } from '@interpose/core';
import { declareInventory, seeInventory } from '@interpose/core/adapter';
import { joinChat } from '@interpose/core/remote';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { inventory, watchInventory, type AgBom } from '../src/agbom/index.ts';

const validator = new JsonStrictValidator(Version.v1dot6);

const components: readonly InventoryComponent[] = [
  { kind: 'model', name: 'small', metadata: { provider: 'Models' } },
  { kind: 'tool', name: 'refund', metadata: { origin: 'local', description: 'Pays money back.' } },
  { kind: 'tool', name: 'web_search', metadata: { origin: 'provider', id: 'models.search' } },
  { kind: 'tool', name: 'search', metadata: { origin: 'mcp', server: 'shop' } },
  {
    kind: 'mcp',
    name: 'shop',
    metadata: { serverInfo: { version: '1.2.3' }, url: 'https://shop.example/mcp' },
  },
  { kind: 'agent', name: 'clerk', metadata: { delegation: 'handoff' } },
  { kind: 'agent', name: 'https://agents.example/', metadata: { delegation: 'a2a' } },
  { kind: 'knowledge', name: 'Handbook' },
  { kind: 'memory', name: 'Notes' },
];
const head = {
  timestamp: new Date(0),
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
};

function agentWith(listed: readonly InventoryComponent[], hooks: Hooks = createHooks()): object {
  const agent = { id: 'support', version: '2.0.0' };
  return declareInventory({}, { hooks, agent, components: () => listed });
}

/** Every part of a document by its reference, nested ones too; none is there twice. */
function partsOf(bom: AgBom): ReadonlyMap<string, Dict> {
  const parts: [string, Dict][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const ref = (value as Dict)['bom-ref'];
    if (typeof ref === 'string') parts.push([ref, value as Dict]);
    for (const each of Object.values(value)) visit(each);
  };
  visit(bom);
  const byRef = new Map(parts);
  expect(byRef.size).toBe(parts.length);
  return byRef;
}

describe('a bill of materials', () => {
  test('is valid CycloneDX 1.6, with everything the agent has', async () => {
    const bom = inventory(agentWith(components), head);
    expect(await validator.validate(JSON.stringify(bom))).toBeNull();
    const parts = partsOf(bom);
    expect(bom.metadata?.component).toMatchObject({ name: 'support', version: '2.0.0' });
    expect(parts.get('model:small')).toMatchObject({
      type: 'machine-learning-model',
      supplier: { name: 'Models' },
      modelCard: { properties: [{ name: 'interpose:provider', value: 'Models' }] },
    });
    expect(parts.get('tool:refund')).toMatchObject({
      type: 'application',
      description: 'Pays money back.',
    });
    expect(parts.get('tool:web_search')).toMatchObject({ 'x-trust-boundary': true });
    expect(parts.get('mcp:shop')).toMatchObject({
      version: '1.2.3',
      endpoints: ['https://shop.example/mcp'],
      services: [{ 'bom-ref': 'tool:search' }],
    });
    expect(parts.get('agent:clerk')).toMatchObject({ type: 'application' });
    expect(parts.get('agent:https://agents.example/')).toHaveProperty('endpoints');
    expect(parts.get('knowledge:Handbook')).toMatchObject({ data: [{ type: 'dataset' }] });
    expect(parts.get('memory:Notes')).toMatchObject({ type: 'data', data: [{ type: 'other' }] });
    const own = bom.dependencies?.find(({ ref }) => ref === 'agent:support');
    expect(own?.dependsOn).toHaveLength(components.length - 1);
  });

  test('is the same again for the same inventory, number and time', () => {
    const written = JSON.stringify(inventory(agentWith(components), head));
    expect(JSON.stringify(inventory(agentWith(components.toReversed()), head))).toBe(written);
    const [one, other] = [inventory(agentWith(components)), inventory(agentWith(components))];
    expect(one.serialNumber).toMatch(/^urn:uuid:[\da-f-]{36}$/);
    expect(other.serialNumber).not.toBe(one.serialNumber);
  });

  test('is valid whatever parts are called and say of themselves', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', ' ', 'a#2', 'a', 'http://', 'https://x y', 'urn:cdx:x', '__proto__'),
    );
    const component = fc.record(
      {
        kind: fc.constantFrom('tool', 'model', 'mcp', 'agent', 'memory', 'knowledge'),
        name: text,
        metadata: fc.dictionary(
          fc.oneof(
            text,
            fc.constantFrom('origin', 'server', 'url', 'provider', 'version', 'delegation'),
          ),
          fc.oneof(text, fc.constantFrom('mcp', 'provider', 'a2a'), fc.anything()),
        ),
      },
      { requiredKeys: ['kind', 'name'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(component, { maxLength: 12 }), async (listed) => {
        const bom = inventory(agentWith(listed));
        expect(await validator.validate(JSON.stringify(bom))).toBeNull();
        partsOf(bom);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what an agent turns out to have', () => {
  const host = { framework: 'test', version: '1.0.0' };

  test('is in the bill once it was seen, of this agent only', async () => {
    const hooks = createHooks();
    const stop = watchInventory(hooks);
    const agent = agentWith([{ kind: 'tool', name: 'refund' }], hooks);
    const chat = joinChat(hooks, { chatId: 'one', host, agent: { id: 'support' } });
    const described = { kind: 'tool', name: 'refund', metadata: { description: 'Pays.' } } as const;
    await seeInventory(chat, [{ kind: 'model', name: 'small' }, described]);
    await chat.dispatch('preMemoryStore', { memory: [], source: 'Notes' });
    await chat.dispatch('preKnowledgeQuery', { query: { text: 'mug' }, source: 'Handbook' });
    await chat.dispatch('preDelegate', { task: { kind: 'subagent', to: 'clerk', input: '' } });
    const other = joinChat(hooks, { chatId: 'two', host, agent: { id: 'other' } });
    await seeInventory(other, [{ kind: 'model', name: 'large' }]);
    const refs = (target: object): readonly string[] => [...partsOf(inventory(target)).keys()];
    expect(refs(agent).toSorted()).toEqual([
      'agent:clerk',
      'agent:support',
      'framework:test',
      'knowledge:Handbook',
      'memory:Notes',
      'model:small',
      'tool:refund',
    ]);
    expect(partsOf(inventory(agent)).get('tool:refund')).toMatchObject({ description: 'Pays.' });
    expect(refs(hooks)).toContain('model:large');
    expect([...partsOf(inventory(hooks, { agent: 'other' })).keys()]).toEqual([
      'agent:other',
      'framework:test',
      'model:large',
    ]);
    stop();
    await seeInventory(chat, [{ kind: 'tool', name: 'later' }]);
    expect(refs(agent)).not.toContain('tool:later');
  });

  test('lacks what went and what a policy denied, and tools of a server are told once', async () => {
    const hooks = createHooks();
    hooks.addHook('onInventoryChange', ({ component }) =>
      component.name === 'exec' ? deny('no shell') : undefined,
    );
    watchInventory(hooks);
    const agent = agentWith([{ kind: 'tool', name: 'exec' }], hooks);
    const chat = joinChat(hooks, { chatId: 'one', host, agent: { id: 'support' } });
    const exec = { kind: 'tool', name: 'exec' } as const;
    const search = { kind: 'tool', name: 'search' } as const;
    await seeInventory(chat, [exec, { ...search, metadata: { origin: 'mcp' } }]);
    const listed = { ...search, metadata: { origin: 'mcp', server: 'shop' } };
    await seeInventory(chat, [listed], { source: 'mcp:shop' });
    const tools = (): readonly string[] =>
      [...partsOf(inventory(agent)).keys()].filter((ref) => ref.startsWith('tool:'));
    expect(tools()).toEqual(['tool:search']);
    await seeInventory(chat, [], { source: 'mcp:shop' });
    await seeInventory(chat, [exec]);
    expect(tools()).toEqual([]);
  });

  test('is asked for with what hooks are around, and of somebody who is known', () => {
    expect(() => inventory({})).toThrow(/^\[target_unknown\]/);
    expect(() => inventory(createHooks())).toThrow(/^\[inventory_unknown\]/);
  });
});
