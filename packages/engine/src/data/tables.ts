type Weights = Readonly<Record<string, number>>;

/** Browsers: the versions of each by weight, and the platforms that they run on. */
export interface BrowserTable {
  readonly versions: Readonly<Record<string, Weights>>;
  readonly platforms: readonly {
    /** In per cent of page views. */
    readonly share: number;
    readonly browser: string;
    readonly os: string;
    /** Versions on this platform, by weight. Absent: those of the browser. */
    readonly versions?: Weights;
    readonly device: 'desktop' | 'mobile' | 'tablet';
    /** `1920x945`, with weights. */
    readonly viewports: Weights;
    /** User agent, with `{v}` for the version. */
    readonly agent: string;
  }[];
}

/** Makers of vehicles: weight, first characters of the identification number, models. */
export type VehicleTable = Readonly<Record<string, readonly [weight: number, wmi: string, models: string]>>;

/** Categories of products: weight, brands, products with prices. */
export type ProductTable = Readonly<
  Record<string, readonly [weight: number, brands: string, products: string]>
>;

/** Industries: weight, words of names. */
export type CompanyTable = Readonly<Record<string, readonly [weight: number, words: string]>>;

/** Issuers of cards: weight, digits of the security code, forms of the number. */
export type CardTable = Readonly<
  Record<string, readonly [weight: number, code: number, forms: readonly string[]]>
>;

/** All tables by name. */
export interface Tables {
  readonly browsers: BrowserTable;
  readonly cards: CardTable;
  readonly companies: CompanyTable;
  readonly products: ProductTable;
  readonly vehicles: VehicleTable;
}
