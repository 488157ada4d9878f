# A pipeline with two mistakes. Each is one that people make, and no row count of a single step shows it.
import csv, json, sqlite3

with open('orders.ndjson') as lines:
    orders = [json.loads(line) for line in lines]

db = sqlite3.connect(':memory:')
db.execute('CREATE TABLE orders (order_id, ordered_at, country, coupon, total)')
db.executemany('INSERT INTO orders VALUES (:order_id, :ordered_at, :country, :coupon, :total)', orders)
shipped = db.execute("""
    SELECT order_id, ordered_at, country, coupon, CAST(total AS INTEGER) AS total
    FROM orders
    WHERE coupon <> 'TESTER'
""")

with open('shipped.csv', 'w', newline='') as file:
    rows = csv.writer(file)
    rows.writerow([name for name, *_ in shipped.description])
    rows.writerows(shipped)
