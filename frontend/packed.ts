import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Bytes from which packing pays. */
const WORTH = 1024;

/** Put beside each script and style sheet the same in Brotli, a tenth smaller than gzip: slow to make, so made once. */
export function packed(): Plugin {
  return {
    name: 'codex:packed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          const plain = file.type === 'chunk' ? file.code : file.source;
          if (!/^assets\/.*\.(js|css)$/.test(file.fileName) || plain.length < WORTH) continue;
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliCompressSync(plain) });
        }
      },
    },
  };
}
