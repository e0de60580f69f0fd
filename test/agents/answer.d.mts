export declare const TOKENS: { readonly tokensIn: number; readonly tokensOut: number; readonly tokensCached: number }
export declare function answerTo(prompt: string): string
