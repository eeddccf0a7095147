// The life of one uPlot in a component: drawn anew when its look changes, and otherwise kept, so that the pointer keeps its place in it.
import { untrack } from 'svelte'
import type uPlot from 'uplot'

type Parts = {
  /** Read for everything the look depends on; null while there is nothing to draw on. */
  draw: () => (() => uPlot) | null
  /** Read for everything the picture shows. */
  data: () => uPlot.AlignedData
  size: () => { width: number; height: number }
  /** When a picture goes: what the pointer was on went with it. */
  gone: () => void
}

/** To be called while a component is set up. */
export const keepPlot = ({ draw, data, size, gone }: Parts): void => {
  let plot = $state.raw<uPlot | null>(null)
  $effect(() => {
    const make = draw()
    if (make === null) return
    const drawn = untrack(make)
    plot = drawn
    return () => {
      gone()
      plot = null
      drawn.destroy()
    }
  })
  $effect(() => {
    plot?.setData(data())
    plot?.redraw(false, true)
  })
  $effect(() => plot?.setSize(size()))
}
