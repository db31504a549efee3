export { openProxy, type FaultyProxy } from './faulty-proxy.ts';
export { missingServer, startPostgres, startRedis, type OwnServer } from './own-servers.ts';
