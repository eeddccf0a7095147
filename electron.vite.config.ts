import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { listBundled } from './tools/package/bundled.mjs'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// Plimsoll must also run on the oldest Electron that its tests use, so newer syntax is compiled to
// these targets.
const nodeTarget = 'node20.18'
const pageTarget = 'chrome130'

/**
 * The page and its files share one origin; `crossorigin` would ask for permission headers that a
 * same-origin file need not carry.
 */
function sameOrigin(): Plugin {
  return {
    name: 'same-origin',
    transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll(' crossorigin', '') },
  }
}

const contents = 'style="display: contents;"'

/**
 * The page's policy refuses inline styles, which some parts of bits-ui have. A class of base.css
 * replaces them.
 */
function withoutInlineStyles(): Plugin {
  return {
    name: 'without-inline-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /bits-ui\/dist\/.*\.svelte$/ },
      handler: (code) =>
        code.includes(contents)
          ? { code: code.replaceAll(contents, 'class="contents"'), map: null }
          : null,
    },
  }
}

/**
 * Puts the pictures and messages that main shows next to it, so that the built folder contains
 * everything to package.
 */
function picturesAndMessages(): Plugin {
  return {
    name: 'pictures-and-messages',
    generateBundle() {
      const files = ['icon.png', ...readdirSync(at('resources/tray')).map((name) => `tray/${name}`)]
      for (const name of files)
        this.emitFile({
          type: 'asset',
          fileName: `resources/${name}`,
          source: readFileSync(at(`resources/${name}`)),
        })
      for (const name of readdirSync(at('resources/locales'))) {
        const source = JSON.stringify(
          JSON.parse(readFileSync(at(`resources/locales/${name}`), 'utf8')),
        )
        this.emitFile({ type: 'asset', fileName: `locales/${name}`, source })
      }
    },
  }
}

export default defineConfig({
  // Four programs from one build, so that shared code exists once: the app, its storage thread, the
  // keychain broker, the simulator. The packages under "dependencies" are loaded at run time;
  // everything else is bundled.
  main: {
    define: {
      __COMMIT__: JSON.stringify(process.env['PLIMSOLL_COMMIT'] ?? 'not known'),
      // ws would look for these native add-ons in every folder above the program. Nothing that is
      // not packaged may be loaded.
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    },
    plugins: [picturesAndMessages(), listBundled()],
    build: {
      outDir: at('out'),
      emptyOutDir: true,
      target: nodeTarget,
      sourcemap: false,
      rolldownOptions: {
        input: {
          'main/index': at('src/main/index.ts'),
          'main/keychain-broker': at('src/main/keychain/broker-entry.ts'),
          'main/storage-worker': at('src/main/accounts/storage-worker.ts'),
          'simulator/cli': at('src/simulator/cli.ts'),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Parsed at every start. The licences of bundled code are in a separate file (SUP-11).
          comments: false,
        },
        // Its comments name the path of each module relative to the build folder: builds in
        // different places would differ (SUP-10).
        experimental: { attachDebugInfo: 'none' },
      },
    },
  },
  // One CommonJS file: a sandboxed preload loads neither modules nor chunks.
  preload: {
    plugins: [listBundled()],
    build: {
      outDir: at('out/preload'),
      emptyOutDir: true,
      target: nodeTarget,
      sourcemap: false,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    // Pages without scripts, copied unchanged.
    publicDir: at('resources/page'),
    plugins: [withoutInlineStyles(), svelte(), sameOrigin(), listBundled()],
    build: {
      outDir: at('out/renderer'),
      emptyOutDir: true,
      target: pageTarget,
      sourcemap: false,
      // The page's policy refuses inline scripts and styles and data: fonts, so everything is a
      // separate file.
      assetsInlineLimit: 0,
      modulePreload: false,
      minify: true,
      // One file with all styles, linked in index.html: no script adds any.
      cssCodeSplit: false,
      rolldownOptions: {
        // The mini window has its own script, without what the main window's page needs.
        input: { index: at('src/renderer/index.html'), mini: at('src/renderer/mini/mini.ts') },
        // Each language is a separate file, counted separately from the code, and loaded on demand.
        output: {
          entryFileNames: ({ name }) => (name === 'mini' ? 'mini.js' : 'assets/[name]-[hash].js'),
          chunkFileNames: ({ facadeModuleId }) =>
            facadeModuleId?.includes('/resources/locales/')
              ? 'assets/catalogue-[name]-[hash].js'
              : 'assets/[name]-[hash].js',
        },
      },
    },
  },
})
