/** The icons of a product's page alone. It adds them, so that the others do not load them. */
export const PRODUCT_SHAPES = {
  drop: 'M12 3c3.5 4 6.5 7.3 6.5 11a6.5 6.5 0 0 1-13 0C5.5 10.3 8.5 7 12 3zM9 14.5a3 3 0 0 0 3 3',
  expand: 'M9.5 4H4v5.5M14.5 4H20v5.5M9.5 20H4v-5.5M14.5 20H20v-5.5',
  leaf: 'M5 19C4 10 9 4.5 20 4.5 20 15.5 14.5 20 7 18M5 21c.5-4.5 3-8 8-10.5',
} as const satisfies Record<string, string>

export type ProductIconName = keyof typeof PRODUCT_SHAPES
