import type { NextConfig } from 'next';

const config: NextConfig = { serverExternalPackages: ['@interpose/core', '@interpose/ai-sdk'] };

export default config;
