import * as sdk from '@a2a-js/sdk';
import * as client from '@a2a-js/sdk/client';
import * as errors from '@a2a-js/sdk/errors';
import * as server from '@a2a-js/sdk/server';
import * as express from '@a2a-js/sdk/server/express';

export { sdk, client, errors, server, express };
