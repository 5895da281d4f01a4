// Of which documents levels of approval may be set (2.8).

export const ruled_documents = ['PURCHASE_ORDER', 'INVOICE_EXCEPTION', 'SUPPLIER_PAYMENT'] as const
export type RuledDocument = (typeof ruled_documents)[number]
