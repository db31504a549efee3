export { openEventProxy, type EventProxy, type Tamper } from './event-proxy.ts';
export { openProxy, type FaultyProxy } from './faulty-proxy.ts';
export { startPostgres, type OwnPostgres } from './own-postgres.ts';
export { freePort, type OwnServer } from './own-process.ts';
export { missingServer, startRedis } from './own-servers.ts';
export { missingHost, startSecondHost, type SecondHost } from './second-host.ts';
