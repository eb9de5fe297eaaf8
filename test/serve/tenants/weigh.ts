export default ({ parcel }: { readonly parcel: number }): { readonly grams: number } => ({ grams: 100 * parcel })
