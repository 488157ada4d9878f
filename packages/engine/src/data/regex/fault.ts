/** What is wrong with a pattern. @param at where, in UTF-16 units from its start */
export const fault = (reason: string, at: number): Error => new Error(`${reason}, at character ${at + 1}`);
