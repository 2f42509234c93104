/** The icon of the page of an order alone. It adds it, so that the others do not load it. */
export const TRACKING_SHAPES = {
  house: 'M4 11.5 12 4.5l8 7M6 10v10h12V10M10 20v-5.5h4V20',
} as const satisfies Record<string, string>

export type TrackingIconName = keyof typeof TRACKING_SHAPES
