import { Hono } from 'hono';

import {
  listTokens,
  makeToken,
  removeToken,
  rotateToken,
  tokenInput,
} from '../people/give-tokens.ts';
import {
  addPerson,
  changeRole,
  listPeople,
  personInput,
  removePerson,
  roleInput,
} from '../people/people-of-tenant.ts';
import { retentionRoutes } from '../audit/retention-routes.ts';
import { webhookRoutes } from '../notices/webhook-routes.ts';
import { readBody } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import type { ToldChange } from '../audit/changes.ts';
import { needs } from './sign-in.ts';

/** The routes of admins: people, tokens, webhooks and retention. */
export function settingsRoutes(parts: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .use('/settings/*', needs('admin'))
    .route('/settings/tokens', tokenRoutes(parts))
    .route('/settings/people', peopleRoutes(parts))
    .route('/settings/webhooks', webhookRoutes(parts))
    .route('/settings/retention', retentionRoutes(parts));
}

function tokenRoutes({ storage, tokens, changes }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/', async (c) => c.json({ rows: await listTokens(storage, c.get('person').tenant) }))
    .post('/', async (c) => {
      const input = await readBody(c, tokenInput);
      const by = c.get('person');
      const made = await changes.during(
        by,
        () => makeToken(storage, by, input),
        ({ token }) => ofToken('made', token),
      );
      return c.json(made, 201);
    })
    .post('/:id/rotate', async (c) => {
      const by = c.get('person');
      const given = await changes.during(
        by,
        () => rotateToken(storage, by, c.req.param('id')),
        ({ token }) => ofToken('rotated', token),
      );
      tokens.forget();
      return c.json(given, 201);
    })
    .delete('/:id', async (c) => {
      const by = c.get('person');
      const remove = (): ReturnType<typeof removeToken> =>
        removeToken(storage, by.tenant, c.req.param('id'));
      await changes.during(by, remove, (token) => ofToken('removed', token));
      tokens.forget();
      return c.json({ rows: await listTokens(storage, by.tenant) });
    });
}

function peopleRoutes({ storage, address, changes }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/', async (c) => c.json({ rows: await listPeople(storage, c.get('person').tenant) }))
    .post('/', async (c) => {
      const input = await readBody(c, personInput);
      const by = c.get('person');
      const { person, token } = await changes.during(
        by,
        () => addPerson(storage, by, input),
        (added) => ofPerson('added', added.person),
      );
      return c.json({ person, link: new URL(`/login#token=${token}`, address()).href }, 201);
    })
    .patch('/:id', async (c) => {
      const by = c.get('person');
      const input = await readBody(c, roleInput);
      const change = (): ReturnType<typeof changeRole> =>
        changeRole(storage, by, c.req.param('id'), input);
      await changes.during(by, change, (person) => ofPerson('role', person));
      return c.json({ rows: await listPeople(storage, by.tenant) });
    })
    .delete('/:id', async (c) => {
      const by = c.get('person');
      const remove = (): ReturnType<typeof removePerson> =>
        removePerson(storage, by, c.req.param('id'));
      await changes.during(by, remove, (person) => ofPerson('removed', person));
      return c.json({ rows: await listPeople(storage, by.tenant) });
    });
}

function ofToken(
  done: 'made' | 'rotated' | 'removed',
  { id, name, agent }: { readonly id: string; readonly name: string; readonly agent: string },
): ToldChange {
  const whose = agent === '' ? 'of every agent' : `of ${agent}`;
  return { what: `token.${done}`, reason: `token ${name} ${whose}`, data: { id, name, agent } };
}

function ofPerson(
  done: 'added' | 'role' | 'removed',
  { id, name, role }: { readonly id: string; readonly name: string; readonly role: string },
): ToldChange {
  return { what: `person.${done}`, reason: `${name} as ${role}`, data: { id, name, role } };
}
