/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
const config = { compilerOptions: { runes: true, css: 'external' } }

export default config
