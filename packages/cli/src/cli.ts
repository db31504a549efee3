#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// The compiled modules of the last run start this one; a folder that cannot be written changes nothing.
enableCompileCache();

const { main } = await import('./program/main.ts');
await main(process.argv.slice(2));
