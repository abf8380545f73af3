import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Pages, the server's API and files beside the pages: `src/base/addresses.ts` alone has their addresses. */
const ADDRESS = '/^\\/([a-z]|$)/';
const ADDRESSES = [
  `Literal[value=${ADDRESS}]:not(CallExpression[callee.property.name=/^(split|join)$/] > Literal)`,
  `TemplateElement[value.raw=${ADDRESS}]`,
  `SvelteAttribute[key.name=/^(href|src|action)$/] > SvelteLiteral[value=${ADDRESS}]`,
].map((selector) => ({ selector, message: 'Addresses come from src/base/addresses.ts.' }));

export default ts.config(
  { ignores: ['node_modules/', '.types/', '**/*.gen.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      // TypeScript itself reports names that do not exist.
      'no-undef': 'off',
      'no-restricted-globals': ['error', 'event', 'name'],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**'],
    // The service worker is a script by itself, made by the plugin beside it when the client is built.
    ignores: ['src/base/{addresses,place}.ts', 'src/pwa/{service-worker.js,plugin.ts}'],
    rules: {
      'no-restricted-syntax': ['error', ...ADDRESSES],
      'no-restricted-properties': ['error', { object: 'navigator', property: 'clipboard', message: 'See base/copy.' }],
    },
  },
  {
    files: ['tests/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/][arguments.length=1]',
          message: 'A second is too little on a busy machine: give it PATIENCE of tests/patience.',
        },
        {
          selector: 'Property[key.name="timeout"] > Literal',
          message: 'All tests have the PATIENCE of tests/patience.',
        },
      ],
    },
  },
  {
    files: ['src/base/copy.svelte.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // A `style` attribute written in a template is refused by our Content-Security-Policy; `style:` directives are not.
    files: ['**/*.svelte'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...ADDRESSES,
        { selector: 'SvelteAttribute[key.name="style"]', message: 'Our CSP refuses it; use a style: directive.' },
      ],
      'svelte/no-at-html-tags': 'error',
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/base/deferred'],
              importNames: ['hold'],
              message: 'A component that is left would hold for ever: holdWhileMounted lets go.',
            },
          ],
        },
      ],
    },
  },
);
