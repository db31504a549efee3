import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';

import { ApiError, notFound } from './api-error.ts';
import { agentRoutes } from './agent-routes.ts';
import { approvalRoutes } from './approval-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { consoleFiles } from './console-files.ts';
import { decisionRoutes } from './decision-routes.ts';
import { describedAgents } from './described-agents.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import { oidcRoutes } from '../oidc/oidc-routes.ts';
import { policyRoutes } from './policy-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { isSecure, signedIn, signInRoutes } from './sign-in.ts';

const MOST_BYTES = 1_048_576;

/** The app for people: the API under `/api`, and the pages of the console. */
export function guardianApp(parts: GuardianParts, consoleFolder: string): Hono<ApiVariables> {
  const files = consoleFiles(consoleFolder);
  const app = new Hono<ApiVariables>();
  app.use(strictHeaders(isSecure(parts.config.publicUrl)));
  app.use(
    '/api/*',
    async (c, next) => {
      await next();
      if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
    },
    ofOwnPages,
    bodyLimit({ maxSize: MOST_BYTES, onError: () => tooLarge() }),
  );
  for (const routes of [reportRoutes, describedAgents, oidcRoutes]) app.route('/', routes(parts));
  app.route('/api', signInRoutes(parts));
  app.use('/api/*', signedIn(parts));
  for (const routes of [
    decisionRoutes,
    sessionRoutes,
    approvalRoutes,
    auditRoutes,
    policyRoutes,
    agentRoutes,
    settingsRoutes,
  ])
    app.route('/api', routes(parts));
  app.all('/api/*', () => {
    throw notFound('address');
  });
  app.get('*', (c) => files(c.req.raw) ?? c.notFound());
  app.onError((error, c) => {
    if (error instanceof ApiError) return c.json(error.toBody(), error.status);
    return c.json({ error: FAILED }, 500);
  });
  return app;
}

const FAILED = {
  code: 'internal',
  message: 'the guardian failed',
  remedy: 'try again; its log says more',
};

/** The values that browsers send for requests from a page of another or a neighbouring site. */
const OTHER_SITES: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/** Refuses requests from pages of other sites. */
const ofOwnPages = createMiddleware<ApiVariables>(async (c, next) => {
  if (OTHER_SITES.has(c.req.header('sec-fetch-site') ?? ''))
    throw new ApiError(403, 'other_site', 'a page of another site asked', {
      remedy: 'open the console at its own address',
    });
  if (/%00|\0/.test(c.req.path)) throw notFound('address');
  await next();
});

function tooLarge(): Response {
  throw new ApiError(413, 'too_large', `more than ${MOST_BYTES} bytes`, { remedy: 'send less' });
}

function strictHeaders(https: boolean): ReturnType<typeof secureHeaders> {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    strictTransportSecurity: https ? 'max-age=31536000' : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  });
}
