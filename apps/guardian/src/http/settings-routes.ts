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
import { readInput } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import { needs } from './sign-in.ts';

/** Who and what may come in: tokens of agents and people with their roles, for admins. */
export function settingsRoutes(parts: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .use('/settings/*', needs('admin'))
    .route('/settings/tokens', tokenRoutes(parts))
    .route('/settings/people', peopleRoutes(parts));
}

function tokenRoutes({ storage, tokens }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/', async (c) => c.json({ rows: await listTokens(storage, c.get('person').tenant) }))
    .post('/', async (c) => {
      const input = readInput(tokenInput, await c.req.json().catch(() => undefined));
      return c.json(await makeToken(storage, c.get('person'), input), 201);
    })
    .post('/:id/rotate', async (c) => {
      const given = await rotateToken(storage, c.get('person'), c.req.param('id'));
      tokens.forget();
      return c.json(given, 201);
    })
    .delete('/:id', async (c) => {
      const { tenant } = c.get('person');
      await removeToken(storage, tenant, c.req.param('id'));
      tokens.forget();
      return c.json({ rows: await listTokens(storage, tenant) });
    });
}

function peopleRoutes({ storage, address }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/', async (c) => c.json({ rows: await listPeople(storage, c.get('person').tenant) }))
    .post('/', async (c) => {
      const input = readInput(personInput, await c.req.json().catch(() => undefined));
      const { person, token } = await addPerson(storage, c.get('person'), input);
      return c.json({ person, link: new URL(`/login#token=${token}`, address()).href }, 201);
    })
    .patch('/:id', async (c) => {
      const by = c.get('person');
      const input = readInput(roleInput, await c.req.json().catch(() => undefined));
      await changeRole(storage, by, c.req.param('id'), input);
      return c.json({ rows: await listPeople(storage, by.tenant) });
    })
    .delete('/:id', async (c) => {
      const by = c.get('person');
      await removePerson(storage, by, c.req.param('id'));
      return c.json({ rows: await listPeople(storage, by.tenant) });
    });
}
