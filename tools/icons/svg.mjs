// Reads as much of SVG as resources/icon.svg uses, and stops where it uses more, so that nothing is left out in silence. Where a line is
// to be crisp its width is made even, whatever the size: tray pictures are small.
import { box, dot, either, only, polygon, ring, slash, without } from './paint.mjs'

/** @typedef {import('./paint.mjs').Shape} Shape */
/** @typedef {import('./paint.mjs').Layer} Layer */
/** @typedef {{ name: string, attributes: Record<string, string>, children: Element[] }} Element */

const drawn = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'shape-rendering', 'clip-path', 'mask']
/** @type {Record<string, string[]>} */
const known = {
  svg: ['xmlns', 'viewBox'],
  title: [],
  g: drawn,
  symbol: ['id', 'viewBox', ...drawn],
  clipPath: ['id'],
  mask: ['id', 'maskUnits', 'x', 'y', 'width', 'height'],
  rect: ['x', 'y', 'width', 'height', 'rx', ...drawn],
  circle: ['cx', 'cy', 'r', ...drawn],
  line: ['x1', 'y1', 'x2', 'y2', ...drawn],
  polygon: ['points', ...drawn],
}

/**
 * @param {string} text
 * @returns {Element}
 */
export const readSvg = (text) => {
  /** @type {Element} */
  const top = { name: 'file', attributes: {}, children: [] }
  const open = [top]
  for (const [, closes, name = '', words = '', empty] of text.replaceAll(/<!--[\s\S]*?-->/g, '').matchAll(/<(\/?)(\w+)([^<>]*?)(\/?)>/g)) {
    if (closes) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing.`)
      continue
    }
    const attribute = /([\w-]+)="([^"]*)"/g
    if (words.replaceAll(attribute, '').trim() !== '') throw new Error(`<${name}> has words that mean nothing: ${words.trim()}`)
    const attributes = Object.fromEntries([...words.matchAll(attribute)].map(([, key = '', value = '']) => [key, value]))
    const allowed = known[name]
    if (allowed === undefined) throw new Error(`<${name}> is not drawn by tools/icons.`)
    const strange = Object.keys(attributes).find((key) => !allowed.includes(key))
    if (strange !== undefined) throw new Error(`${strange} of <${name}> is not drawn by tools/icons.`)
    const element = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    if (!empty) open.push(element)
  }
  const [svg] = top.children
  if (svg?.name !== 'svg' || open.length !== 1) throw new Error('This is no whole SVG.')
  return svg
}

/** @type {(element: Element) => Element[]} */
const all = (element) => [element, ...element.children.flatMap(all)]

/** @type {(svg: Element, id: string) => Element} */
export const byId = (svg, id) => {
  const found = all(svg).find(({ attributes }) => attributes.id === id)
  if (found === undefined) throw new Error(`There is nothing called ${id} in the SVG.`)
  return found
}

/** @typedef {{ svg: Element, scale: number, inherited: Record<string, string>, within: (shape: Shape) => Shape }} Context */

/** @type {(value: string | undefined, otherwise?: number) => number} */
const number = (value, otherwise = 0) => (value === undefined ? otherwise : Number(value))

/**
 * A shape's area, and its outline where it has one.
 * @type {(element: Element, context: Context, style: Record<string, string>) => { fill: Shape | null, stroke: Shape | null }}
 */
const shapesOf = ({ name, attributes }, { scale }, style) => {
  const at = (/** @type {string} */ key) => number(attributes[key]) * scale
  const width = number(style['stroke-width'], 1) * scale
  // Even, so that a line in the middle falls between pixels and not onto them.
  const thick = style['shape-rendering'] === 'crispEdges' ? 2 * Math.round(width / 2) : width
  if (name === 'rect') return { fill: box(at('x'), at('y'), at('width'), at('height'), at('rx')), stroke: null }
  if (name === 'circle') return { fill: dot(at('cx'), at('cy'), at('r')), stroke: ring(at('cx'), at('cy'), at('r'), thick) }
  if (name === 'line') {
    const [x1, y1, x2, y2] = [at('x1'), at('y1'), at('x2'), at('y2')]
    if (style['stroke-linecap'] === 'round') return { fill: null, stroke: slash(x1, y1, x2, y2, thick) }
    if (x1 !== x2 && y1 !== y2) throw new Error('A slanted <line> needs stroke-linecap="round".')
    const [wide, high] = x1 === x2 ? [thick, Math.abs(y2 - y1)] : [Math.abs(x2 - x1), thick]
    return { fill: null, stroke: box((x1 + x2 - wide) / 2, (y1 + y2 - high) / 2, wide, high, 0) }
  }
  const points = (attributes.points ?? '')
    .split(' ')
    .map((pair) => /** @type {[number, number]} */ (pair.split(',').map((one) => Number(one) * scale)))
  // Its outline is drawn in one with its area, as wide outside.
  if (style.stroke !== undefined && (style.stroke !== style.fill || style['stroke-linejoin'] !== 'round'))
    throw new Error('The stroke of a <polygon> has to be of the colour of its fill, with round joins.')
  return { fill: polygon(points, style.stroke === undefined ? 0 : thick / 2), stroke: null }
}

/** @type {(reference: string) => string} */
const target = (reference) => /^url\(#([\w-]+)\)$/.exec(reference)?.[1] ?? ''

/**
 * What a mask or a clipping path lets through: white shapes, less the black ones that follow.
 * @type {(element: Element, context: Context) => Shape}
 */
const areaOf = (element, context) => {
  const plain = { ...context, inherited: {}, within: (/** @type {Shape} */ shape) => shape }
  const isMask = element.name === 'mask'
  return element.children
    .flatMap((child) => layersOf(child, plain))
    .reduce(
      (/** @type {Shape} */ area, [shape, colour]) => (isMask && colour !== '#ffffff' ? without(area, shape) : either(area, shape)),
      () => Number.POSITIVE_INFINITY,
    )
}

/**
 * @param {Element} element
 * @param {Context} context
 * @returns {Layer[]}
 */
const layersOf = (element, context) => {
  const { name, attributes, children } = element
  const { 'clip-path': clip, mask, ...own } = attributes
  const style = { ...context.inherited, ...Object.fromEntries(Object.entries(own).filter(([key]) => drawn.includes(key))) }
  const areas = [clip, mask].filter((one) => one !== undefined).map((one) => areaOf(byId(context.svg, target(one)), context))
  const within = (/** @type {Shape} */ shape) => areas.reduce(only, context.within(shape))
  if (name === 'g' || name === 'symbol' || name === 'svg') {
    return children
      .filter((child) => !['title', 'symbol', 'clipPath', 'mask'].includes(child.name))
      .flatMap((child) => layersOf(child, { ...context, inherited: style, within }))
  }
  const { fill, stroke } = shapesOf(element, context, style)
  const { fill: inside = '#000000', stroke: line = 'none' } = style
  return /** @type {[Shape | null, string][]} */ ([
    [fill, inside],
    [stroke, line],
  ]).flatMap(([shape, colour]) => (shape === null || colour === 'none' ? [] : [/** @type {Layer} */ ([within(shape), colour])]))
}

/**
 * The layers of the whole drawing, or of one symbol in it, for a square of that many pixels.
 * @param {Element} svg
 * @param {Element} element
 * @param {number} size
 */
export const layersFor = (svg, element, size) => {
  const [left, top, width, height] = (element.attributes.viewBox ?? '').split(' ').map(Number)
  if (left !== 0 || top !== 0 || width === undefined || width !== height)
    throw new Error('A picture has to be a square that begins at 0 0.')
  return layersOf(element, { svg, scale: size / width, inherited: {}, within: (shape) => shape })
}
