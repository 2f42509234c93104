declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number }

  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      targetFormat: 'truetype' | 'woff2'
      variationAxes?: Record<string, Axis>
      keepFeatures?: readonly string[]
    },
  ): Promise<Buffer>
}
