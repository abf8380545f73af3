import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

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
    // A `style` attribute written in a template is refused by our Content-Security-Policy; `style:` directives are not.
    files: ['**/*.svelte'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'SvelteAttribute[key.name="style"]', message: 'Our CSP refuses it; use a style: directive.' },
      ],
      'svelte/no-at-html-tags': 'error',
    },
  },
);
