import { defineConfig } from 'vitepress';
import llms from 'vitepress-plugin-llms';

import { sidebar } from './sidebar.ts';

/** The site: hand-written pages and those that `scripts/docs` writes beside them. */
export default defineConfig({
  title: 'Interpose',
  description:
    'One hook contract for every agent SDK. Write a policy once; its verdict holds everywhere.',
  srcDir: 'pages',
  cleanUrls: true,
  lastUpdated: false,
  ignoreDeadLinks: false,
  // Unlike links in pages, those in the head do not follow the base that a build is given.
  transformHead: ({ siteData }) => [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteData.base}mark.svg` }],
  ],
  markdown: { lineNumbers: false, image: { lazyLoading: true } },
  vite: {
    esbuild: { tsconfigRaw: {} },
    plugins: [
      llms({
        generateLLMsFullTxt: true,
        excludeIndexPage: false,
        injectLLMHint: false,
        details: 'Interpose is a TypeScript library: hooks and policies for AI agents.',
      }),
    ],
  },
  themeConfig: {
    logo: '/mark.svg',
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Start', link: '/start/' },
      { text: 'Concepts', link: '/concepts/' },
      { text: 'Policies', link: '/policies/' },
      { text: 'Adapters', link: '/adapters/' },
      { text: 'Operate', link: '/operate/' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Trust', link: '/trust/' },
    ],
    sidebar,
    socialLinks: [{ icon: 'github', link: 'https://github.com/interpose-dev/interpose' }],
    footer: { message: 'MIT licence. Every page is also Markdown: add .md to its address.' },
  },
});
