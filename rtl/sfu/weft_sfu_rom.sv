// SPDX-License-Identifier: Apache-2.0
//
// Written by scripts/gen_sfu_tables from scripts/sfu_tables.json;
// docs/unit/sfu_tables.md describes the search.
//
// The rows of the special function unit's tables. With t the argument's place in its segment, from
// the middle, q the square of t without the columns below 16, v the cubic correction and W the
// width of the function's widest segment, the function is, in units of its last place,
//
//      S = c0 / 2^4 + c1 * t / 2^21 + c2 * q / 2^20 + c3 * v / 2^7 + bias / 2^21
//
// where t has 21 bits in a segment of width W, and narrow_o says how many fewer it has in this one.
// func_i: 0 rcp, 1 rsqrt, 2 sqrt, 3 ex2, 4 lg2, 5 sin, 6 tanh. part_i: 0 or 1 for the binade [1, 2)
// or [2, 4) of rsqrt and sqrt, 0 to 8 for the binades from 2^-6 of tanh. index_i: the top bits of
// the argument. Leading ones, signs and trailing zeros that a function's rows share are wired, not
// stored. Combinational.

module weft_sfu_rom #(
  parameter int unsigned Cubic = 1  // rows of four coefficients, or more rows of three
) (
  input  logic [2:0]         func_i,
  input  logic [3:0]         part_i,
  input  logic [7:0]         index_i,
  output logic [29:0]        c0_o,
  output logic signed [19:0] c1_o,
  output logic signed [14:0] c2_o,
  output logic signed [6:0]  c3_o,
  output logic [18:0]        bias_o,
  output logic [2:0]         narrow_o
);

  if (Cubic != 0) begin : gen_cubic
    logic [62:0] word;
    always_comb begin
      word = '0;
      c0_o = '0;
      c1_o = '0;
      c2_o = '0;
      c3_o = '0;
      unique case (func_i)
        3'd0: begin  // rcp
          unique casez (index_i)
            8'b000000??: word = 63'h7e03f880fb9fd0cb;
            8'b000001??: word = 63'h7a232d42e47f76ca;
            8'b000010??: word = 63'h76603e04b76f218a;
            8'b000011??: word = 63'h72b9d68675ded229;
            8'b000100??: word = 63'h6f2eb78820ce8669;
            8'b000101??: word = 63'h6bbdb309b97e3f68;
            8'b000110??: word = 63'h6865accb40ddfc88;
            8'b000111??: word = 63'h6525988cb805bce7;
            8'b001000??: word = 63'h61fc788e1fad80a7;
            8'b001001??: word = 63'h5ee95ccf78bd47e7;
            8'b001010??: word = 63'h5beb6250c4151286;
            8'b001011??: word = 63'h5901b2520244dfe6;
            8'b001100??: word = 63'h562b81533414af06;
            8'b001101??: word = 63'h53680d945a2c81a5;
            8'b001110??: word = 63'h50b6a055750c5585;
            8'b001111??: word = 63'h4e168ad6854c2cc5;
            8'b010000??: word = 63'h4b8728178b7c0585;
            8'b010001??: word = 63'h4907dad88823df84;
            8'b010010??: word = 63'h46980cd97b93bc24;
            8'b010011??: word = 63'h44372fda665b9aa4;
            8'b01010???: word = 63'h40c0c11bb5a36a7e;
            8'b01011???: word = 63'h3c52645d5bfb2f9b;
            8'b01100???: word = 63'h3817035ee622f9b8;
            8'b01101???: word = 63'h340b41205692c897;
            8'b01110???: word = 63'h302c0b61af829bb5;
            8'b01111???: word = 63'h2c7691e2f2e27273;
            8'b10000???: word = 63'h28e83fe4227a4c51;
            8'b10001???: word = 63'h257eb5653fd22990;
            8'b10010???: word = 63'h2237c3a64c62092f;
            8'b10011???: word = 63'h1f1166674971eb6e;
            8'b10100???: word = 63'h1c09c1283831cfcd;
            8'b10101???: word = 63'h191f1aa919b9b66b;
            8'b10110???: word = 63'h164fdae9eee99eaa;
            8'b10111???: word = 63'h139a862ab89988ab;
            8'b11000???: word = 63'h10fdbc6b77c1744a;
            8'b11001???: word = 63'h0e7835ec2d116108;
            8'b11010???: word = 63'h0c08c12cd9094f29;
            8'b11011???: word = 63'h09ae40ed7c813ec8;
            8'b11100???: word = 63'h0767abee17e92f07;
            8'b11101???: word = 63'h053408eeabd12086;
            8'b11110???: word = 63'h03126f2f38a112e6;
            8'b11111???: word = 63'h0102046fbed90646;
            default: ;
          endcase
          c0_o = {3'd1, word[62:38], 2'b0};
          c1_o = {1'b1, word[37:19]};
          c2_o = {1'b0, word[18:5]};
          c3_o = {2'b0, word[4:0]};
        end
        3'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i})
            9'b0_00000???: word = 63'h0fc0bd902ea3719b;
            9'b0_00001???: word = 63'h0f467f30879b5698;
            9'b0_00010???: word = 63'h0ed19b80da2b3e56;
            9'b0_00011???: word = 63'h0e61b14926f52854;
            9'b0_00100???: word = 63'h0df668a96e851472;
            9'b0_00101???: word = 63'h0d8f7211b1570271;
            9'b0_00110???: word = 63'h0d2c8541efdaf1ef;
            9'b0_00111???: word = 63'h0ccd60522a6ee2ee;
            9'b0_01000???: word = 63'h0c71c72a616ad52d;
            9'b0_01001???: word = 63'h0c1982c2951ec88b;
            9'b0_01010???: word = 63'h0bc460a2c5c6bceb;
            9'b0_01011???: word = 63'h0b72326af3aab24a;
            9'b0_01100???: word = 63'h0b22cd631efea869;
            9'b0_01101???: word = 63'h0ad60a2b47f09f49;
            9'b0_01110???: word = 63'h0a8bc4536eb496e8;
            9'b0_01111???: word = 63'h0a43da1b93728f07;
            9'b0_10000???: word = 63'h09fe2c43b64a87c7;
            9'b0_10001???: word = 63'h09ba9db3d7668106;
            9'b0_10010???: word = 63'h09791373f6dc7ac6;
            9'b0_10011???: word = 63'h0939744414ce74e6;
            9'b0_10100???: word = 63'h08fba8b431586f65;
            9'b0_10101???: word = 63'h08bf9abc4c8a6a45;
            9'b0_10110???: word = 63'h088535e466826584;
            9'b0_10111???: word = 63'h084c66ec7f4c6104;
            9'b0_11000???: word = 63'h08151bc497005cc4;
            9'b0_11001???: word = 63'h07df4384adac58c4;
            9'b0_11010???: word = 63'h07aace3cc3625504;
            9'b0_11011???: word = 63'h0777acecd8325183;
            9'b0_11100???: word = 63'h0745d184ec244e23;
            9'b0_11101???: word = 63'h07152eacff4a4b02;
            9'b0_11110???: word = 63'h06e5b7e511aa4802;
            9'b0_11111???: word = 63'h06b7613d234e4543;
            9'b1_00000???: word = 63'h0673e33a78d10554;
            9'b1_00001???: word = 63'h061d72cab7bcf231;
            9'b1_00010???: word = 63'h05cacb82f21ee10f;
            9'b1_00011???: word = 63'h057ba8bb2868d18f;
            9'b1_00100???: word = 63'h052fcc5b5b02c36d;
            9'b1_00101???: word = 63'h04e6fdfb8a42b6cc;
            9'b1_00110???: word = 63'h04a10aabb676ab0b;
            9'b1_00111???: word = 63'h045dc3b3dfe2a06a;
            9'b1_01000???: word = 63'h041cfea406c496c9;
            9'b1_01001???: word = 63'h03de948c2b528de8;
            9'b1_01010???: word = 63'h03a261c44dbe85a7;
            9'b1_01011???: word = 63'h036845846e2e7e07;
            9'b1_01100???: word = 63'h0330218c8cd27726;
            9'b1_01101???: word = 63'h02f9da0ca9c670a6;
            9'b1_01110???: word = 63'h02c5553cc52e6aa6;
            9'b1_01111???: word = 63'h02927b3cdf2a6525;
            9'b1_10000???: word = 63'h026135fcf7d06004;
            9'b1_10001???: word = 63'h023170e50f345b45;
            9'b1_10010???: word = 63'h020318dd257656c4;
            9'b1_10011???: word = 63'h01d61c153aa452a4;
            9'b1_10100???: word = 63'h01aa69f54ece4ec4;
            9'b1_10101???: word = 63'h017ff2ed620a4b24;
            9'b1_10110???: word = 63'h0156a885746847c3;
            9'b1_10111???: word = 63'h012e7d1585f04483;
            9'b1_11000???: word = 63'h010763dd96b241a3;
            9'b1_11001???: word = 63'h00e150eda6ba3ec3;
            9'b1_11010???: word = 63'h00bc38fdb6143c23;
            9'b1_11011???: word = 63'h00981175c4cc39a2;
            9'b1_11100???: word = 63'h0074d05dd2e63742;
            9'b1_11101???: word = 63'h00526c45e06e3522;
            9'b1_11110???: word = 63'h0030dc5ded6c3302;
            9'b1_11111???: word = 63'h00101835f9e83102;
            default: ;
          endcase
          c0_o = {3'd1, word[59:35], 2'b0};
          c1_o = {2'b11, word[34:17]};
          c2_o = {2'b0, word[16:5], 1'b0};
          c3_o = {2'b0, word[4:0]};
        end
        3'd2: begin  // sqrt
          unique casez ({part_i[0], index_i})
            9'b0_0000????: word = 63'h00fe082fc22a16eb;
            9'b0_0001????: word = 63'h02eecc6f4d22404e;
            9'b0_0010????: word = 63'h04d1902ee1ba6430;
            9'b0_0011????: word = 63'h06a7728e7eb68372;
            9'b0_0100????: word = 63'h08716e0e23069ef4;
            9'b0_0101????: word = 63'h0a305f2dcdd6b755;
            9'b0_0110????: word = 63'h0be5090d7e62ccf6;
            9'b0_0111????: word = 63'h0d90190d340ee077;
            9'b0_1000????: word = 63'h0f322aacee56f1d8;
            9'b0_1001????: word = 63'h10cbc98cacc30199;
            9'b0_1010????: word = 63'h125d73ac6ef30fd9;
            9'b0_1011????: word = 63'h13e79b2c34831cfa;
            9'b0_1100????: word = 63'h156aa84bfd2f28bb;
            9'b0_1101????: word = 63'h16e6f9cbc8b7337b;
            9'b0_1110????: word = 63'h185ce68b96d33d7c;
            9'b0_1111????: word = 63'h19ccbe8b675f469b;
            9'b1_0000????: word = 63'h1be9bad649294c62;
            9'b1_0001????: word = 63'h1ea84395a3a986e6;
            9'b1_0010????: word = 63'h2152ff150bc5b989;
            9'b1_0011????: word = 63'h23eb83547fbde5cc;
            9'b1_0100????: word = 63'h267332b3fe120caf;
            9'b1_0101????: word = 63'h28eb44f3859a2f30;
            9'b1_0110????: word = 63'h2b54cdf3153a4dd2;
            9'b1_0111????: word = 63'h2db0c332ac226933;
            9'b1_1000????: word = 63'h30000052498281d5;
            9'b1_1001????: word = 63'h32434ad1ecc69816;
            9'b1_1010????: word = 63'h347b54d19556ac57;
            9'b1_1011????: word = 63'h36a8c01142b6beb8;
            9'b1_1100????: word = 63'h38cc1f90f47ecf58;
            9'b1_1101????: word = 63'h3ae5f970aa46deb9;
            9'b1_1110????: word = 63'h3cf6c8b063beecf9;
            9'b1_1111????: word = 63'h3efefe502096f9da;
            default: ;
          endcase
          c0_o = {3'd1, word[61:37], 2'b0};
          c1_o = {1'b0, word[36:18]};
          c2_o = {2'b11, word[17:5]};
          c3_o = {2'b11, word[4:0]};
        end
        3'd3: begin  // ex2
          unique casez (index_i)
            8'b00000???: word = 63'h0002c9a52cd8a7c5;
            8'b00001???: word = 63'h00087452add407f2;
            8'b00010???: word = 63'h000e3ec42ed4e81f;
            8'b00011???: word = 63'h001429ac2fdb684b;
            8'b00100???: word = 63'h001a35bfb0e7b87a;
            8'b00101???: word = 63'h002063b9b1f9d8aa;
            8'b00110???: word = 63'h0026b4573311f8db;
            8'b00111???: word = 63'h002d285bb430390b;
            8'b01000???: word = 63'h0033c08c3554c93e;
            8'b01001???: word = 63'h003a7db4367fc972;
            8'b01010???: word = 63'h004160a337b149a7;
            8'b01011???: word = 63'h00486a2cb8e979dc;
            8'b01100???: word = 63'h004f9b28ba287a14;
            8'b01101???: word = 63'h0056f474bb6e7a4c;
            8'b01110???: word = 63'h005e76f23cbb9a87;
            8'b01111???: word = 63'h006623893e101ac1;
            8'b10000???: word = 63'h006dfb24bf6bfafe;
            8'b10001???: word = 63'h0075feb6c0cf7b3a;
            8'b10010???: word = 63'h007e2f34c23acb79;
            8'b10011???: word = 63'h00868d9ac3ae0bbb;
            8'b10100???: word = 63'h008f1aeac5296bfc;
            8'b10101???: word = 63'h0097d82b46ad1c3f;
            8'b10110???: word = 63'h00a0c668c8394c84;
            8'b10111???: word = 63'h00a9e6b6c9ce2cc9;
            8'b11000???: word = 63'h00b33a2ccb6bdd12;
            8'b11001???: word = 63'h00bcc1ea4d12ad5b;
            8'b11010???: word = 63'h00c67f144ec2bda5;
            8'b11011???: word = 63'h00d072d5d07c3df3;
            8'b11100???: word = 63'h00da9e61523f5e41;
            8'b11101???: word = 63'h00e502efd40c6e90;
            8'b11110???: word = 63'h00efa1c055e38ee2;
            8'b11111???: word = 63'h00fa7c1957c50f36;
            default: ;
          endcase
          c0_o = {3'd1, word[55:31], 2'b0};
          c1_o = {1'b0, word[30:12]};
          c2_o = {3'b0, word[11:0]};
          c3_o = -7'sd4;
        end
        3'd4: begin  // lg2
          unique casez (index_i)
            8'b00000???: word = 63'h005b9e65aec499eb;
            8'b00001???: word = 63'h010eb38d8354af0d;
            8'b00010???: word = 63'h01bc84255a6ac24e;
            8'b00011???: word = 63'h02655d4533ced3ef;
            8'b00100???: word = 63'h0309857d0f4ee431;
            8'b00101???: word = 63'h03a93dccecc2f312;
            8'b00110???: word = 63'h0444c1fccc0300f3;
            8'b00111???: word = 63'h04dc4934aceb0db4;
            8'b01000???: word = 63'h057006948f5d1974;
            8'b01001???: word = 63'h0600295c73392476;
            8'b01010???: word = 63'h068cdd84586b2eb6;
            8'b01011???: word = 63'h07164bec3ed73837;
            8'b01100???: word = 63'h079c9aac266b4117;
            8'b01101???: word = 63'h081fed4c0f0f4959;
            8'b01110???: word = 63'h08a064fbf8b5513a;
            8'b01111???: word = 63'h091e20ebe34f5879;
            8'b10000???: word = 63'h09993e3bcec95f39;
            8'b10001???: word = 63'h0a11d843bb1565bb;
            8'b10010???: word = 63'h0a8808c3a82d6bda;
            8'b10011???: word = 63'h0afbe7fb95ff717a;
            8'b10100???: word = 63'h0b6d8cbb848376da;
            8'b10101???: word = 63'h0bdd0c8373ad7bfb;
            8'b10110???: word = 63'h0c4a7bab637580bc;
            8'b10111???: word = 63'h0cb5ed6b53d3855c;
            8'b11000???: word = 63'h0d1f73fb44c1899b;
            8'b11001???: word = 63'h0d87209336318dbd;
            8'b11010???: word = 63'h0ded03932823919d;
            8'b11011???: word = 63'h0e512c731a8f953c;
            8'b11100???: word = 63'h0eb3a9f30d6d98bc;
            8'b11101???: word = 63'h0f148a1b00b79c1d;
            8'b11110???: word = 63'h0f73da3af46b9f3d;
            8'b11111???: word = 63'h0fd1a70ae881a25d;
            default: ;
          endcase
          c0_o = {3'b0, word[59:35], 2'b0};
          c1_o = {1'b0, word[34:17], 1'b0};
          c2_o = {2'b11, word[16:5], 1'b0};
          c3_o = {2'b11, word[4:0]};
        end
        3'd5: begin  // sin
          unique casez (index_i)
            8'b000000??: word = 63'h001921d592147f18;
            8'b000001??: word = 63'h004b619991d67d28;
            8'b000010??: word = 63'h007d95bd915a7b38;
            8'b000011??: word = 63'h00afb68390a07948;
            8'b000100??: word = 63'h00e1bc318fa8f758;
            8'b000101??: word = 63'h01139f118e73f567;
            8'b000110??: word = 63'h0145576f8d00f378;
            8'b000111??: word = 63'h0176dda18b50f198;
            8'b001000??: word = 63'h01a82a0789646fa7;
            8'b001001??: word = 63'h01d93503873a6dc8;
            8'b001010??: word = 63'h0209f70584d4ebe7;
            8'b001011??: word = 63'h023a688d8232ea07;
            8'b001100??: word = 63'h026a821b7f556838;
            8'b001101??: word = 63'h029a3c4d7c3d6656;
            8'b001110??: word = 63'h02c98fbf78e9e487;
            8'b001111??: word = 63'h02f87529755ce2b6;
            8'b010000??: word = 63'h0326e551719560e8;
            8'b010001??: word = 63'h0354d9096d95df27;
            8'b010010??: word = 63'h0382493f695d5d68;
            8'b010011??: word = 63'h03af2eef64ed5ba8;
            8'b010100??: word = 63'h03db832d604659f8;
            8'b010101??: word = 63'h04073f255b695847;
            8'b010110??: word = 63'h04325c195656d696;
            8'b010111??: word = 63'h045cd35d510ed4f7;
            8'b011000??: word = 63'h04869e6b4b935356;
            8'b011001??: word = 63'h04afb6cd45e451c7;
            8'b011010??: word = 63'h04d8162f40035037;
            8'b011011??: word = 63'h04ffb65739f14eb6;
            8'b011100??: word = 63'h0526912933ae4d36;
            8'b011101??: word = 63'h054ca0a92d3bcbb7;
            8'b011110??: word = 63'h0571def3269bca45;
            8'b011111??: word = 63'h0596464b1fcd48e6;
            8'b100000??: word = 63'h05b9d11718d2c786;
            8'b100001??: word = 63'h05dc79d911ad4635;
            8'b100010??: word = 63'h05fe3b3b0a5d44e5;
            8'b100011??: word = 63'h061f100902e3c396;
            8'b100100??: word = 63'h063ef32afb434264;
            8'b100101??: word = 63'h065ddfbef37b4135;
            8'b100110??: word = 63'h067bd0feeb8e4004;
            8'b100111??: word = 63'h0698c24ae37cbee4;
            8'b101000??: word = 63'h06b4af2adb483dd3;
            8'b101001??: word = 63'h06cf9354d2f1bcc3;
            8'b101010??: word = 63'h06e96a9aca7a3bd4;
            8'b101011??: word = 63'h0702310cc1e43ad3;
            8'b101100??: word = 63'h0719e2ccb93039f3;
            8'b101101??: word = 63'h07307c3eb05f3914;
            8'b101110??: word = 63'h0745f9e0a773b832;
            8'b101111??: word = 63'h075a585e9e6db773;
            8'b110000??: word = 63'h076d949a954fb6b2;
            8'b110001??: word = 63'h077fab9a8c1a3603;
            8'b110010??: word = 63'h07909a9482cfb552;
            8'b110011??: word = 63'h07a05eea7970b4c2;
            8'b110100??: word = 63'h07aef6326ffeb433;
            8'b110101??: word = 63'h07bc5e2a667bb3a3;
            8'b110110??: word = 63'h07c894be5ce93332;
            8'b110111??: word = 63'h07d39810534832c2;
            8'b111000??: word = 63'h07dd666a499a3262;
            8'b111001??: word = 63'h07e5fe483fe13211;
            8'b111010??: word = 63'h07ed5e5e361e31c0;
            8'b111011??: word = 63'h07f385802c52b180;
            8'b111100??: word = 63'h07f872c0227fb152;
            8'b111101??: word = 63'h07fc255a18a8b130;
            8'b111110??: word = 63'h07fe9cba0ecd3120;
            8'b111111??: word = 63'h07ffd88404ef3111;
            default: ;
          endcase
          c0_o = {2'b0, word[58:33], 2'b0};
          c1_o = {1'b0, word[32:15], 1'b0};
          c2_o = {2'b11, word[14:4], 2'b0};
          c3_o = {3'b0, word[3:0]};
        end
        3'd6: begin  // tanh
          unique casez ({part_i, index_i})
            12'b0000_0???????: word = 63'h0000009ff9ffd007;
            12'b0000_1???????: word = 63'h000000dff1ffb003;
            12'b0001_0???????: word = 63'h0000009fe9ff9003;
            12'b0001_1???????: word = 63'h000000dfc6ff2ffe;
            12'b0010_0???????: word = 63'h0000009fabfe6ff3;
            12'b0010_1???????: word = 63'h000000df1cfcdfe9;
            12'b0011_0???????: word = 63'h0000009eb6f9bfb4;
            12'b0011_1???????: word = 63'h000000dc7ff3ff95;
            12'b0100_0???????: word = 63'h0000009afde84ee6;
            12'b0100_1???????: word = 63'h000000d2b9d46ea3;
            12'b0101_0???????: word = 63'h0000008dfab12cf3;
            12'b0101_1???????: word = 63'h000000b433816d2b;
            12'b0110_00??????: word = 63'h000000679758ab82;
            12'b0110_01??????: word = 63'h000000709e3a1cd6;
            12'b0110_10??????: word = 63'h000000767224fdd0;
            12'b0110_11??????: word = 63'h0000007a1d170eb0;
            12'b0111_00??????: word = 63'h0000003e980b7e9f;
            12'b0111_01??????: word = 63'h0000003f7a044f83;
            12'b0111_1???????: word = 63'h0000003fe2011fe1;
            12'b1000_0???????: word = 63'h0000001ffe001fff;
            12'b1000_1???????: word = 63'h0000002000000000;
            default: ;
          endcase
          c0_o = {10'b0, word[39:24], 4'b0};
          c1_o = {6'b0, word[23:12], 2'b0};
          c2_o = {{2{word[11]}}, word[11:0], 1'b0};
          c3_o = '0;
        end
        default: ;
      endcase
    end

    always_comb begin
      narrow_o = '0;
      bias_o   = '0;
      unique case (func_i)
        3'd0: begin  // rcp
          unique casez (index_i[7:4])
            4'b00??: narrow_o = 3'd1;
            4'b0100: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd360448;
        end
        3'd1: begin  // rsqrt
          bias_o = 19'd327680;
        end
        3'd2: begin  // sqrt
          bias_o = 19'd32768;
        end
        3'd3: begin  // ex2
          bias_o = 19'd98304;
        end
        3'd4: begin  // lg2
          bias_o = 19'd0;
        end
        3'd5: begin  // sin
          bias_o = 19'd0;
        end
        3'd6: begin  // tanh
          unique casez ({part_i, index_i[7:4]})
            8'b0110_????: narrow_o = 3'd1;
            8'b0111_0???: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd0;
        end
        default: ;
      endcase
    end
  end else begin : gen_quadratic
    logic [55:0] word;
    always_comb begin
      word = '0;
      c0_o = '0;
      c1_o = '0;
      c2_o = '0;
      c3_o = '0;
      unique case (func_i)
        3'd0: begin  // rcp
          unique casez (index_i)
            8'b0000000?: word = 56'h3f807fa03f8fe9;
            8'b0000001?: word = 56'h3e8472c0bc9fbb;
            8'b0000010?: word = 56'h3d8c42e136cf8c;
            8'b0000011?: word = 56'h3c97d941ae3760;
            8'b0000100?: word = 56'h3ba7200222ef37;
            8'b0000101?: word = 56'h3aba0222950f0c;
            8'b0000110?: word = 56'h39d06ac3049ee5;
            8'b0000111?: word = 56'h38ea460371b6c0;
            8'b0001000?: word = 56'h380780a3dc6e98;
            8'b0001001?: word = 56'h372807a444d673;
            8'b0001010?: word = 56'h364bc8c4aafe50;
            8'b0001011?: word = 56'h3572b2250eee2f;
            8'b0001100?: word = 56'h349cb2c570c60b;
            8'b0001101?: word = 56'h33c9b9a5d085eb;
            8'b0001110?: word = 56'h32f9b6862e4dcb;
            8'b0001111?: word = 56'h322c99868a15af;
            8'b0010000?: word = 56'h31625366e3fd90;
            8'b0010001?: word = 56'h309ad5073c0d73;
            8'b0010010?: word = 56'h2fd60fe7924d56;
            8'b0010011?: word = 56'h2f13f5c7e6cd3a;
            8'b0010100?: word = 56'h2e5478c8399d21;
            8'b0010101?: word = 56'h2d978bc88ac504;
            8'b0010110?: word = 56'h2cdd2148da4ced;
            8'b0010111?: word = 56'h2c252ce92844d4;
            8'b0011000?: word = 56'h2b6fa22974b4bb;
            8'b0011001?: word = 56'h2abc74e9bfaca4;
            8'b0011010?: word = 56'h2a0b996a092c8d;
            8'b0011011?: word = 56'h295d044a514476;
            8'b0011100?: word = 56'h28b0aa4a97f461;
            8'b0011101?: word = 56'h2806808add544c;
            8'b0011110?: word = 56'h275e7c8b216437;
            8'b0011111?: word = 56'h26b893cb642c24;
            8'b0100000?: word = 56'h2614bc6ba5b40e;
            8'b0100001?: word = 56'h2572ec6be60bfa;
            8'b0100010?: word = 56'h24d31a2c252be9;
            8'b0100011?: word = 56'h24353c6c632bd8;
            8'b0100100?: word = 56'h23994a0ca003c6;
            8'b0100101?: word = 56'h22ff3a2cdbcbb4;
            8'b0100110?: word = 56'h2267040d167ba2;
            8'b0100111?: word = 56'h21d09f2d501b91;
            8'b0101000?: word = 56'h213c032d88bb83;
            8'b0101001?: word = 56'h20a9282dc05373;
            8'b0101010?: word = 56'h2018062df6fb63;
            8'b0101011?: word = 56'h1f88956e2cab54;
            8'b0101100?: word = 56'h1eface6e616b46;
            8'b0101101?: word = 56'h1e6ea9ee954335;
            8'b0101110?: word = 56'h1de4206ec83b29;
            8'b0101111?: word = 56'h1d5b2b2efa4b1c;
            8'b0110000?: word = 56'h1cd3c34f2b8b0c;
            8'b0110001?: word = 56'h1c4de1ef5bf2ff;
            8'b0110010?: word = 56'h1bc9808f8b8af3;
            8'b0110011?: word = 56'h1b4698cfba5ae6;
            8'b0110100?: word = 56'h1ac5244fe862dc;
            8'b0110101?: word = 56'h1a451d1015aad0;
            8'b0110110?: word = 56'h19c67d104232c2;
            8'b0110111?: word = 56'h19493e506dfab6;
            8'b0111000?: word = 56'h18cd5b109912ac;
            8'b0111001?: word = 56'h1852cdd0c37aa1;
            8'b0111010?: word = 56'h17d99110ed3295;
            8'b0111011?: word = 56'h17619f51163a8a;
            8'b0111100?: word = 56'h16eaf3513ea281;
            8'b0111101?: word = 56'h167587f1666a78;
            8'b0111110?: word = 56'h160158318d8a6e;
            8'b0111111?: word = 56'h158e5f11b41265;
            8'b1000000?: word = 56'h151c97d1da025a;
            8'b1000001?: word = 56'h14abfd91ff5251;
            8'b1000010?: word = 56'h143c8bb2241a48;
            8'b1000011?: word = 56'h13ce3db2484a40;
            8'b1000100?: word = 56'h13610f326bf236;
            8'b1000101?: word = 56'h12f4fbb28f122d;
            8'b1000110?: word = 56'h1289fef2b1a224;
            8'b1000111?: word = 56'h122014b2d3ba1e;
            8'b100100??: word = 56'h11832f5305ca11;
            8'b100101??: word = 56'h10b598d346f201;
            8'b100110??: word = 56'h0fec05538631f2;
            8'b100111??: word = 56'h0f2656d3c399e4;
            8'b101000??: word = 56'h0e6470f3ff41d6;
            8'b101001??: word = 56'h0da638143941c9;
            8'b101010??: word = 56'h0ceb91947199bd;
            8'b101011??: word = 56'h0c346434a861b0;
            8'b101100??: word = 56'h0b809734dda9a4;
            8'b101101??: word = 56'h0ad012f5117999;
            8'b101110??: word = 56'h0a22c07543e98e;
            8'b101111??: word = 56'h097889f574f983;
            8'b110000??: word = 56'h08d15a15a4c179;
            8'b110001??: word = 56'h082d1c75d3416f;
            8'b110010??: word = 56'h078bbd16009166;
            8'b110011??: word = 56'h06ed29362cb15d;
            8'b110100??: word = 56'h06514e3657b154;
            8'b110101??: word = 56'h05b81a5681994b;
            8'b110110??: word = 56'h05217c76aa7143;
            8'b110111??: word = 56'h048d63d6d2413b;
            8'b111000??: word = 56'h03fbc076f91933;
            8'b111001??: word = 56'h036c82d71ef92b;
            8'b111010??: word = 56'h02df9bf743f124;
            8'b111011??: word = 56'h0254fd1768011d;
            8'b111100??: word = 56'h01cc98778b3916;
            8'b111101??: word = 56'h01466017ad9110;
            8'b111110??: word = 56'h00c24717cf2109;
            8'b111111??: word = 56'h00404077efe103;
            default: ;
          endcase
          c0_o = {3'd1, word[53:29], 2'b0};
          c1_o = {2'b11, word[28:11]};
          c2_o = {3'b0, word[10:0], 1'b0};
          c3_o = '0;
        end
        3'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i})
            9'b0_0000000?: word = 56'h7f8060005f7be5;
            9'b0_0000001?: word = 56'h7e8358011bbbab;
            9'b0_0000010?: word = 56'h7d893a01d47b71;
            9'b0_0000011?: word = 56'h7c91f7c289ab39;
            9'b0_0000100?: word = 56'h7b9d83833b7aff;
            9'b0_0000101?: word = 56'h7aabcf83e9ead1;
            9'b0_0000110?: word = 56'h79bccf04952a9e;
            9'b0_0000111?: word = 56'h78d075453d3a65;
            9'b0_0001000?: word = 56'h77e6b545e23a3c;
            9'b0_0001001?: word = 56'h76ff8386843a09;
            9'b0_0001010?: word = 56'h761ad3c72359de;
            9'b0_0001011?: word = 56'h75389ac7bf99b1;
            9'b0_0001100?: word = 56'h7458cd4859097f;
            9'b0_0001101?: word = 56'h737b6008efc958;
            9'b0_0001110?: word = 56'h72a0488983e930;
            9'b0_0001111?: word = 56'h71c77c8a157901;
            9'b0_001000??: word = 56'h7086814aead8c8;
            9'b0_001001??: word = 56'h6ee2324bff487d;
            9'b0_001010??: word = 56'h6d46610d0a6834;
            9'b0_001011??: word = 56'h6bb2c54e0cc7f0;
            9'b0_001100??: word = 56'h6a271a0f06a7b0;
            9'b0_001101??: word = 56'h68a31dcff88771;
            9'b0_001110??: word = 56'h67269190e2b735;
            9'b0_001111??: word = 56'h65b13951c596fc;
            9'b0_010000??: word = 56'h6442dbd2a176c2;
            9'b0_010001??: word = 56'h62db4153768690;
            9'b0_010010??: word = 56'h617a361445365c;
            9'b0_010011??: word = 56'h601f87150db62d;
            9'b0_010100??: word = 56'h5ecb0495d055fd;
            9'b0_010101??: word = 56'h5d7c7f968d35d1;
            9'b0_010110??: word = 56'h5c33cc1744b5a6;
            9'b0_010111??: word = 56'h5af0bf17f6f57f;
            9'b0_011000??: word = 56'h59b33018a43557;
            9'b0_011001??: word = 56'h587af7594c952f;
            9'b0_011010??: word = 56'h5747eed9f0550c;
            9'b0_011011??: word = 56'h5619f29a8fa4e9;
            9'b0_011100??: word = 56'h54f0df5b2aa4c8;
            9'b0_011101??: word = 56'h53cc939bc184a6;
            9'b0_011110??: word = 56'h52acee9c546487;
            9'b0_011111??: word = 56'h5191d15ce37469;
            9'b0_100000??: word = 56'h507b1d9d6ed44b;
            9'b0_100001??: word = 56'h4f68b65df6942f;
            9'b0_100010??: word = 56'h4e5a7f5e7af417;
            9'b0_100011??: word = 56'h4d505e1efc03fc;
            9'b0_100100??: word = 56'h4c4a381f79d3e4;
            9'b0_100101??: word = 56'h4b47f49ff493c9;
            9'b0_100110??: word = 56'h4a497ae06c53b1;
            9'b0_100111??: word = 56'h494eb360e1339d;
            9'b0_101000??: word = 56'h485787e1535385;
            9'b0_101001??: word = 56'h4763e221c2b370;
            9'b0_101010??: word = 56'h4673ace22f735c;
            9'b0_101011??: word = 56'h4586d3a299b34a;
            9'b0_101100??: word = 56'h449d42e3018334;
            9'b0_101101??: word = 56'h43b6e6e366f321;
            9'b0_101110??: word = 56'h42d3ad23ca2310;
            9'b0_101111??: word = 56'h41f383e42b12fe;
            9'b0_110000??: word = 56'h4116596489e2ed;
            9'b0_110001??: word = 56'h403c1ca4e692df;
            9'b0_110010??: word = 56'h3f64bda54142ce;
            9'b0_110011??: word = 56'h3e902c2599f2c0;
            9'b0_110100??: word = 56'h3dbe58e5f0d2b0;
            9'b0_110101??: word = 56'h3cef34e645c2a0;
            9'b0_110110??: word = 56'h3c22b166990293;
            9'b0_110111??: word = 56'h3b58c0a6ea7284;
            9'b0_111000??: word = 56'h3a9154a73a3276;
            9'b0_111001??: word = 56'h39cc602788526b;
            9'b0_111010??: word = 56'h3909d667d4e25e;
            9'b0_111011??: word = 56'h3849aaa81fe253;
            9'b0_111100??: word = 56'h378bd0e8696247;
            9'b0_111101??: word = 56'h36d03d68b1623a;
            9'b0_111110??: word = 56'h3616e428f80230;
            9'b0_111111??: word = 56'h355fba693d4224;
            9'b1_000000??: word = 56'h3450fc9344e852;
            9'b1_000001??: word = 56'h32ef41d44a2803;
            9'b1_000010??: word = 56'h319589954597b5;
            9'b1_000011??: word = 56'h3043875637c76d;
            9'b1_000100??: word = 56'h2ef8f2d721272a;
            9'b1_000101??: word = 56'h2db587980236e8;
            9'b1_000110??: word = 56'h2c790458db46a9;
            9'b1_000111??: word = 56'h2b432ad9acc66e;
            9'b1_001000??: word = 56'h2a13c01a770637;
            9'b1_001001??: word = 56'h28ea8c1b3a7602;
            9'b1_001010??: word = 56'h27c7595bf765cd;
            9'b1_001011??: word = 56'h26a9f45cae059d;
            9'b1_001100??: word = 56'h25922cdd5ec56d;
            9'b1_001101??: word = 56'h247fd3de09c543;
            9'b1_001110??: word = 56'h2372bd5eaf6518;
            9'b1_001111??: word = 56'h226abedf4fd4ee;
            9'b1_010000??: word = 56'h2167af5feb44c8;
            9'b1_010001??: word = 56'h2069686081f4a3;
            9'b1_010010??: word = 56'h1f6fc4a114147e;
            9'b1_010011??: word = 56'h1e7aa021a1e45e;
            9'b1_010100??: word = 56'h1d89d9222b743d;
            9'b1_010101??: word = 56'h1c9d4ee2b1141c;
            9'b1_010110??: word = 56'h1bb4e16332d401;
            9'b1_010111??: word = 56'h1ad07323b0d3e2;
            9'b1_011000??: word = 56'h19efe6e42b53c5;
            9'b1_011001??: word = 56'h191320a4a263ab;
            9'b1_011010??: word = 56'h183a05a5163393;
            9'b1_011011??: word = 56'h17647ca586d377;
            9'b1_011100??: word = 56'h16926c25f47362;
            9'b1_011101??: word = 56'h15c3bce65f234a;
            9'b1_011110??: word = 56'h14f857a6c70335;
            9'b1_011111??: word = 56'h143026a72c231d;
            9'b1_100000??: word = 56'h136b14278eb309;
            9'b1_100001??: word = 56'h12a90ba7eeb2f7;
            9'b1_100010??: word = 56'h11e9f9a84c52e5;
            9'b1_100011??: word = 56'h112dcb28a782d0;
            9'b1_100100??: word = 56'h10746d290082c0;
            9'b1_100101??: word = 56'h0fbdce695752ad;
            9'b1_100110??: word = 56'h0f09dd69ac029c;
            9'b1_100111??: word = 56'h0e5889a9fea28c;
            9'b1_101000??: word = 56'h0da9c2ea4f527f;
            9'b1_101001??: word = 56'h0cfd7a2a9e126d;
            9'b1_101010??: word = 56'h0c539faaeb0261;
            9'b1_101011??: word = 56'h0bac25ab362252;
            9'b1_101100??: word = 56'h0b06fdab7f8245;
            9'b1_101101??: word = 56'h0a641a2bc74237;
            9'b1_101110??: word = 56'h09c36dec0d622c;
            9'b1_101111??: word = 56'h0924ec6c51f21e;
            9'b1_110000??: word = 56'h0888892c94f212;
            9'b1_110001??: word = 56'h07ee382cd68206;
            9'b1_110010??: word = 56'h0755edad16a1fc;
            9'b1_110011??: word = 56'h06bf9ead5561f2;
            9'b1_110100??: word = 56'h062b406d92c1e5;
            9'b1_110101??: word = 56'h0598c7edced1da;
            9'b1_110110??: word = 56'h05082aee09b1d2;
            9'b1_110111??: word = 56'h04795fae4341c9;
            9'b1_11100???: word = 56'h03a682ee9751ba;
            9'b1_11101???: word = 56'h0293626f0391a8;
            9'b1_111100??: word = 56'h01c9676f52119d;
            9'b1_111101??: word = 56'h0144c46f850194;
            9'b1_111110??: word = 56'h00c1b4efb6e18b;
            9'b1_111111??: word = 56'h004030afe7e185;
            default: ;
          endcase
          c0_o = {3'd1, word[54:30], 2'b0};
          c1_o = {2'b11, word[29:12]};
          c2_o = {2'b0, word[11:0], 1'b0};
          c3_o = '0;
        end
        3'd2: begin  // sqrt
          unique casez ({part_i[0], index_i})
            9'b0_000000??: word = 56'h001ff037f81205;
            9'b0_000001??: word = 56'h005f71c7e86e13;
            9'b0_000010??: word = 56'h009e77c7d9261c;
            9'b0_000011??: word = 56'h00dd04e7ca3626;
            9'b0_000100??: word = 56'h011b1bc7bb9a33;
            9'b0_000101??: word = 56'h0158bf17ad4e3d;
            9'b0_000110??: word = 56'h0195f1579f5244;
            9'b0_000111??: word = 56'h01d2b4c791a24f;
            9'b0_00100???: word = 56'h022d0f777da65c;
            9'b0_00101???: word = 56'h02a419b763e66d;
            9'b0_00110???: word = 56'h031990674b2a7c;
            9'b0_00111???: word = 56'h038d82f733628b;
            9'b0_01000???: word = 56'h040000271c7a98;
            9'b0_01001???: word = 56'h047115a7066aa5;
            9'b0_01010???: word = 56'h04e0d076f11eb1;
            9'b0_01011???: word = 56'h054f3c96dc96bd;
            9'b0_01100???: word = 56'h05bc65b6c8bac8;
            9'b0_01101???: word = 56'h06285686b58ad2;
            9'b0_01110???: word = 56'h06931946a2f6dc;
            9'b0_01111???: word = 56'h06fcb7c690fee5;
            9'b0_10000???: word = 56'h07653b267f92ed;
            9'b0_10001???: word = 56'h07ccac066eaef6;
            9'b0_10010???: word = 56'h083312b65e4afe;
            9'b0_10011???: word = 56'h089877364e6305;
            9'b0_10100???: word = 56'h08fce0d63eef0c;
            9'b0_10101???: word = 56'h096056c62feb13;
            9'b0_10110???: word = 56'h09c2dfd621531a;
            9'b0_10111???: word = 56'h0a248286131f20;
            9'b0_11000???: word = 56'h0a854516054b26;
            9'b0_11001???: word = 56'h0ae52d55f7d72c;
            9'b0_11010???: word = 56'h0b444105eab731;
            9'b0_11011???: word = 56'h0ba28595ddef36;
            9'b0_11100???: word = 56'h0c000025d17b3b;
            9'b0_11101???: word = 56'h0c5cb5b5c54f40;
            9'b0_11110???: word = 56'h0cb8ab25b97345;
            9'b0_11111???: word = 56'h0d13e4f5addf49;
            9'b1_000000??: word = 56'h0d6e67ab451534;
            9'b1_000001??: word = 56'h0dc8375b2ef946;
            9'b1_000010??: word = 56'h0e21583b195d55;
            9'b1_000011??: word = 56'h0e79ce2b043d65;
            9'b1_000100??: word = 56'h0ed19d0aef9570;
            9'b1_000101??: word = 56'h0f28c85adb5d7f;
            9'b1_000110??: word = 56'h0f7f53aac7958f;
            9'b1_000111??: word = 56'h0fd5427ab4359a;
            9'b1_001000??: word = 56'h102a97eaa141a8;
            9'b1_001001??: word = 56'h107f573a8eadb5;
            9'b1_001010??: word = 56'h10d3837a7c79bf;
            9'b1_001011??: word = 56'h11271f8a6aa1cc;
            9'b1_001100??: word = 56'h117a2e5a5925d6;
            9'b1_001101??: word = 56'h11ccb2aa4801df;
            9'b1_001110??: word = 56'h121eaf0a372dec;
            9'b1_001111??: word = 56'h1270263a26adf5;
            9'b1_010000??: word = 56'h12c11a9a167e00;
            9'b1_010001??: word = 56'h13118eba069a07;
            9'b1_010010??: word = 56'h136184c9f70212;
            9'b1_010011??: word = 56'h13b0ff39e7ae1a;
            9'b1_010100??: word = 56'h14000029d8a222;
            9'b1_010101??: word = 56'h144e89c9c9da2a;
            9'b1_010110??: word = 56'h149c9e29bb5232;
            9'b1_010111??: word = 56'h14ea3f49ad0a3c;
            9'b1_01100???: word = 56'h155ddd49981a47;
            9'b1_01101???: word = 56'h15f684097cf655;
            9'b1_01110???: word = 56'h168d7f9962b263;
            9'b1_01111???: word = 56'h1722ddd949466f;
            9'b1_10000???: word = 56'h17b6ab8930a27c;
            9'b1_10001???: word = 56'h1848f53918c287;
            9'b1_10010???: word = 56'h18d9c669019693;
            9'b1_10011???: word = 56'h19692a58eb169e;
            9'b1_10100???: word = 56'h19f72ba8d53aa7;
            9'b1_10101???: word = 56'h1a83d448c002b1;
            9'b1_10110???: word = 56'h1b0f2de8ab5aba;
            9'b1_10111???: word = 56'h1b9941c89746c3;
            9'b1_11000???: word = 56'h1c22188883b6cc;
            9'b1_11001???: word = 56'h1ca9bac870aed3;
            9'b1_11010???: word = 56'h1d3030485e22db;
            9'b1_11011???: word = 56'h1db580d84c0ee2;
            9'b1_11100???: word = 56'h1e39b3c83a6ee9;
            9'b1_11101???: word = 56'h1ebcd028293af0;
            9'b1_11110???: word = 56'h1f3edcb81872f7;
            9'b1_11111???: word = 56'h1fbfe0080812fd;
            default: ;
          endcase
          c0_o = {3'd1, word[52:28], 2'b0};
          c1_o = {2'b0, word[27:10]};
          c2_o = {4'b1111, word[9:0], 1'b0};
          c3_o = '0;
        end
        3'd3: begin  // ex2
          unique casez (index_i)
            8'b000000??: word = 56'h00163dbac9a4f7;
            8'b000001??: word = 56'h004315fad168fa;
            8'b000010??: word = 56'h00706b3ad944fd;
            8'b000011??: word = 56'h009e3ee2e134ff;
            8'b000100??: word = 56'h00cc923ae93d02;
            8'b000101??: word = 56'h00fb66c2f15b05;
            8'b000110??: word = 56'h012abdd2f98f08;
            8'b000111??: word = 56'h015a98db01d90b;
            8'b001000??: word = 56'h018af94b0a3b0e;
            8'b001001??: word = 56'h01bbe09312b511;
            8'b001010??: word = 56'h01ed50331b4714;
            8'b001011??: word = 56'h021f49a323ef17;
            8'b001100??: word = 56'h0251ce632cb119;
            8'b001101??: word = 56'h0284dff335891d;
            8'b001110??: word = 56'h02b87fe33e7b20;
            8'b001111??: word = 56'h02ecafbb478723;
            8'b010000??: word = 56'h0321710b50ab26;
            8'b010001??: word = 56'h0356c57359e929;
            8'b010010??: word = 56'h038cae7b63412d;
            8'b010011??: word = 56'h03c32dd36cb130;
            8'b010100??: word = 56'h03fa4513763f33;
            8'b010101??: word = 56'h0431f5eb7fe536;
            8'b010110??: word = 56'h046a41fb89a53a;
            8'b010111??: word = 56'h04a32b0393833d;
            8'b011000??: word = 56'h04dcb2ab9d7b41;
            8'b011001??: word = 56'h0516dab3a78f44;
            8'b011010??: word = 56'h0551a4dbb1bf48;
            8'b011011??: word = 56'h058d12e3bc0b4c;
            8'b011100??: word = 56'h05c9269bc6754f;
            8'b011101??: word = 56'h0605e1cbd0fb53;
            8'b011110??: word = 56'h0643464bdb9d56;
            8'b011111??: word = 56'h068155e3e65f5a;
            8'b100000??: word = 56'h06c01283f13d5e;
            8'b100001??: word = 56'h06ff7e0bfc3b62;
            8'b100010??: word = 56'h073f9a5c075765;
            8'b100011??: word = 56'h07806964129369;
            8'b100100??: word = 56'h07c1ed141ded6d;
            8'b100101??: word = 56'h08042764296771;
            8'b100110??: word = 56'h08471a5c350175;
            8'b100111??: word = 56'h088ac7ec40bb79;
            8'b101000??: word = 56'h08cf322c4c977d;
            8'b101001??: word = 56'h09145b1c589382;
            8'b101010??: word = 56'h095a44dc64af86;
            8'b101011??: word = 56'h09a0f18470ef8a;
            8'b101100??: word = 56'h09e8632c7d518e;
            8'b101101??: word = 56'h0a309bfc89d393;
            8'b101110??: word = 56'h0a799e24967b97;
            8'b101111??: word = 56'h0ac36bd4a3459b;
            8'b110000??: word = 56'h0b0e073cb033a0;
            8'b110001??: word = 56'h0b59729cbd45a5;
            8'b110010??: word = 56'h0ba5b044ca7ba9;
            8'b110011??: word = 56'h0bf2c26cd7d5ae;
            8'b110100??: word = 56'h0c40ab6ce555b3;
            8'b110101??: word = 56'h0c8f6da4f2fbb7;
            8'b110110??: word = 56'h0cdf0b6500c7bc;
            8'b110111??: word = 56'h0d2f87150eb9c1;
            8'b111000??: word = 56'h0d80e32d1cd3c5;
            8'b111001??: word = 56'h0dd322052b13cb;
            8'b111010??: word = 56'h0e264625397bd0;
            8'b111011??: word = 56'h0e7a520d480dd5;
            8'b111100??: word = 56'h0ecf483d56c5da;
            8'b111101??: word = 56'h0f252b4d65a7df;
            8'b111110??: word = 56'h0f7bfdbd74b3e4;
            8'b111111??: word = 56'h0fd3c23d83e9e9;
            default: ;
          endcase
          c0_o = {3'd1, word[51:27], 2'b0};
          c1_o = {2'b0, word[26:9]};
          c2_o = {5'b0, word[8:0], 1'b0};
          c3_o = '0;
        end
        3'd4: begin  // lg2
          unique casez (index_i)
            8'b0000000?: word = 56'h002e139b7f2922;
            8'b0000001?: word = 56'h0089b19b686d2d;
            8'b0000010?: word = 56'h00e49b2b520d39;
            8'b0000011?: word = 56'h013ed31b3c0543;
            8'b0000100?: word = 56'h01985c0b264d4e;
            8'b0000101?: word = 56'h01f138ab10ed57;
            8'b0000110?: word = 56'h02496b7afbdd63;
            8'b0000111?: word = 56'h02a0f70ae71d6e;
            8'b000100??: word = 56'h0323143ac8957b;
            8'b000101??: word = 56'h03ce5d8aa0dd8e;
            8'b000110??: word = 56'h0477346a7a45a0;
            8'b000111??: word = 56'h051daa8a54c1b0;
            8'b001000??: word = 56'h05c1d0ca3045c0;
            8'b001001??: word = 56'h0663b74a0cc9d0;
            8'b001010??: word = 56'h07036db9ea41df;
            8'b001011??: word = 56'h07a10309c8a1ed;
            8'b001100??: word = 56'h083c8579a7e5fb;
            8'b001101??: word = 56'h08d602e987fe08;
            8'b001110??: word = 56'h096d888968ea15;
            8'b001111??: word = 56'h0a0323294a9e21;
            8'b010000??: word = 56'h0a96df092d0e2d;
            8'b010001??: word = 56'h0b28c7f9103e39;
            8'b010010??: word = 56'h0bb8e968f41e43;
            8'b010011??: word = 56'h0c474e48d8aa4e;
            8'b010100??: word = 56'h0cd40128bdde58;
            8'b010101??: word = 56'h0d5f0c48a3ae62;
            8'b010110??: word = 56'h0de879788a1e6c;
            8'b010111??: word = 56'h0e705248712275;
            8'b011000??: word = 56'h0ef69fe858b67e;
            8'b011001??: word = 56'h0f7b6b4840d686;
            8'b011010??: word = 56'h0ffebcd8297e8e;
            8'b011011??: word = 56'h10809cf812aa97;
            8'b011100??: word = 56'h110113b7fc529e;
            8'b011101??: word = 56'h118028d7e672a6;
            8'b011110??: word = 56'h11fde3d7d10ead;
            8'b011111??: word = 56'h127a4c17bc16b4;
            8'b100000??: word = 56'h12f56877a792bb;
            8'b100001??: word = 56'h136f4007937ac1;
            8'b100010??: word = 56'h13e7d9477fcac8;
            8'b100011??: word = 56'h145f3aa76c7ece;
            8'b100100??: word = 56'h14d56a675996d4;
            8'b100101??: word = 56'h154a6e97470ada;
            8'b100110??: word = 56'h15be4d1734dee0;
            8'b100111??: word = 56'h16310b97230ae6;
            8'b101000??: word = 56'h16a2afa7118eeb;
            8'b101001??: word = 56'h17133ea70066f0;
            8'b101010??: word = 56'h1782bdc6ef92f5;
            8'b101011??: word = 56'h17f13226df0efa;
            8'b101100??: word = 56'h185ea0b6cedaff;
            8'b101101??: word = 56'h18cb0e46beef03;
            8'b101110??: word = 56'h19367f76af4f08;
            8'b101111??: word = 56'h19a0f8d69ff30d;
            8'b110000??: word = 56'h1a0a7ee690e311;
            8'b110001??: word = 56'h1a7315d6821315;
            8'b110010??: word = 56'h1adac1f6738719;
            8'b110011??: word = 56'h1b41873665371d;
            8'b110100??: word = 56'h1ba769b6572b21;
            8'b110101??: word = 56'h1c0c6d46495b25;
            8'b110110??: word = 56'h1c7095b63bc728;
            8'b110111??: word = 56'h1cd3e6a62e6b2c;
            8'b111000??: word = 56'h1d3663b6214b30;
            8'b111001??: word = 56'h1d981066145f33;
            8'b111010??: word = 56'h1df8f02607ab36;
            8'b111011??: word = 56'h1e590645fb2b39;
            8'b111100??: word = 56'h1eb855f5eedf3d;
            8'b111101??: word = 56'h1f16e285e2c340;
            8'b111110??: word = 56'h1f74aef5d6db43;
            8'b111111??: word = 56'h1fd1be55cb2346;
            default: ;
          endcase
          c0_o = {3'b0, word[52:28], 2'b0};
          c1_o = {2'b0, word[27:10]};
          c2_o = {4'b1111, word[9:0], 1'b0};
          c3_o = '0;
        end
        3'd5: begin  // sin
          unique casez (index_i)
            8'b0000000?: word = 56'h01921fb243aff8;
            8'b0000001?: word = 56'h04b64e3241c7e9;
            8'b0000010?: word = 56'h07da4e723ddfd9;
            8'b0000011?: word = 56'h0afe00f23817ca;
            8'b0000100?: word = 56'h0e2147323057ba;
            8'b0000101?: word = 56'h114401b226a7ab;
            8'b0000110?: word = 56'h146611f21b079c;
            8'b0000111?: word = 56'h178758f20d778c;
            8'b0001000?: word = 56'h1aa7b7b1fdff7d;
            8'b0001001?: word = 56'h1dc70f71ec976d;
            8'b0001010?: word = 56'h20e54131d9475d;
            8'b0001011?: word = 56'h24022e31c3ff4f;
            8'b0001100?: word = 56'h271db7f1acd73f;
            8'b0001101?: word = 56'h2a37bfb193bf2f;
            8'b0001110?: word = 56'h2d5026b178bf20;
            8'b0001111?: word = 56'h3066ce715bd711;
            8'b0010000?: word = 56'h337b98713d0f02;
            8'b0010001?: word = 56'h368e66711c56f3;
            8'b0010010?: word = 56'h399f19f0f9bee4;
            8'b0010011?: word = 56'h3cad94b0d53ed5;
            8'b0010100?: word = 56'h3fb9b8b0aedec6;
            8'b0010101?: word = 56'h42c367f086a6b6;
            8'b0010110?: word = 56'h45ca83f05c86a8;
            8'b0010111?: word = 56'h48ceef30308699;
            8'b0011000?: word = 56'h4bd08bf002b68a;
            8'b0011001?: word = 56'h4ecf3c6fd2fe7b;
            8'b0011010?: word = 56'h51cae32fa1766c;
            8'b0011011?: word = 56'h54c362af6e1e5d;
            8'b0011100?: word = 56'h57b89d6f38e64f;
            8'b0011101?: word = 56'h5aaa766f01e641;
            8'b0011110?: word = 56'h5d98d0aec90e33;
            8'b0011111?: word = 56'h60838f6e8e6e23;
            8'b0100000?: word = 56'h636a952e51fe16;
            8'b0100001?: word = 56'h664dc5ee13c608;
            8'b0100010?: word = 56'h692d052dd3c5f9;
            8'b0100011?: word = 56'h6c08362d9205eb;
            8'b0100100?: word = 56'h6edf3d2d4e7ddc;
            8'b0100101?: word = 56'h71b1fdad093dcf;
            8'b0100110?: word = 56'h74805c2cc23dc1;
            8'b0100111?: word = 56'h774a3cec7985b3;
            8'b0101000?: word = 56'h7a0f842c2f15a6;
            8'b0101001?: word = 56'h7cd016ebe2ed98;
            8'b0101010?: word = 56'h7f8bd9ab95158b;
            8'b0101011?: word = 56'h8242b1ab45957d;
            8'b0101100?: word = 56'h84f4842af46570;
            8'b0101101?: word = 56'h87a1366aa18d62;
            8'b0101110?: word = 56'h8a48adea4d1556;
            8'b0101111?: word = 56'h8cead0e9f6f548;
            8'b0110000?: word = 56'h8f8784e99f3d3b;
            8'b0110001?: word = 56'h921eb06945e52e;
            8'b0110010?: word = 56'h94b039a8eaf523;
            8'b0110011?: word = 56'h973c07a88e7515;
            8'b0110100?: word = 56'h99c200e8306509;
            8'b0110101?: word = 56'h9c420ca7d0c4fd;
            8'b0110110?: word = 56'h9ebc12276f9cf1;
            8'b0110111?: word = 56'ha12ff9270cf4e5;
            8'b0111000?: word = 56'ha39da966a8c4d8;
            8'b0111001?: word = 56'ha6050aa6431ccd;
            8'b0111010?: word = 56'ha8660565dbf4c1;
            8'b0111011?: word = 56'haac08225735cb6;
            8'b0111100?: word = 56'had1469a5094cab;
            8'b0111101?: word = 56'haf61a5249dd49e;
            8'b0111110?: word = 56'hb1a81d6430f494;
            8'b0111111?: word = 56'hb3e7bca3c2ac88;
            8'b1000000?: word = 56'hb6206be353047e;
            8'b1000001?: word = 56'hb85215e2e1fc73;
            8'b1000010?: word = 56'hba7ca4e26f9c67;
            8'b1000011?: word = 56'hbca00321fbec5d;
            8'b1000100?: word = 56'hbebc1be186ec52;
            8'b1000101?: word = 56'hc0d0d9e1109c49;
            8'b1000110?: word = 56'hc2de2920990c3f;
            8'b1000111?: word = 56'hc4e3f520203435;
            8'b1001000?: word = 56'hc6e229dfa6242b;
            8'b1001001?: word = 56'hc8d8b3df2adc21;
            8'b1001010?: word = 56'hcac77f5eae5c18;
            8'b1001011?: word = 56'hccae79de30b40e;
            8'b1001100?: word = 56'hce8d901db1dc04;
            8'b1001101?: word = 56'hd064af9d31e3fc;
            8'b1001110?: word = 56'hd233c69cb0c3f2;
            8'b1001111?: word = 56'hd3fac2dc2e93ea;
            8'b1010000?: word = 56'hd5b9931bab43e1;
            8'b1010001?: word = 56'hd77025db26e3d9;
            8'b1010010?: word = 56'hd91e6a9aa17bd0;
            8'b1010011?: word = 56'hdac4505a1b0bc8;
            8'b1010100?: word = 56'hdc61c6d9939bc1;
            8'b1010101?: word = 56'hddf6be590b2bb9;
            8'b1010110?: word = 56'hdf83275881c3b1;
            8'b1010111?: word = 56'he106f257f76ba9;
            8'b1011000?: word = 56'he28210576c2ba2;
            8'b1011001?: word = 56'he3f472d6dffb9b;
            8'b1011010?: word = 56'he55e0b9652f394;
            8'b1011011?: word = 56'he6becc95c50b8d;
            8'b1011100?: word = 56'he816a815364387;
            8'b1011101?: word = 56'he9659154a6b380;
            8'b1011110?: word = 56'heaab7ad4165b7a;
            8'b1011111?: word = 56'hebe85853853374;
            8'b110000??: word = 56'hedb29352aa036b;
            8'b110001??: word = 56'heff57351835b60;
            8'b110010??: word = 56'hf21352d05a0355;
            8'b110011??: word = 56'hf40bdd4f2e234c;
            8'b110100??: word = 56'hf5dec64dffeb43;
            8'b110101??: word = 56'hf78bc54ccf8b3a;
            8'b110110??: word = 56'hf91297cb9d3333;
            8'b110111??: word = 56'hfa73020a69132c;
            8'b111000??: word = 56'hfbaccd49335326;
            8'b111001??: word = 56'hfcbfc907fc2b21;
            8'b111010??: word = 56'hfdabcbc6c3c31c;
            8'b111011??: word = 56'hfe70b0058a5318;
            8'b111100??: word = 56'hff0e5804500b15;
            8'b111101??: word = 56'hff84ab43151313;
            8'b111110??: word = 56'hffd39741d9a312;
            8'b111111??: word = 56'hfffb11009deb10;
            default: ;
          endcase
          c0_o = {2'b0, word[55:30], 2'b0};
          c1_o = {1'b0, word[29:11]};
          c2_o = {2'b11, word[10:0], 2'b0};
          c3_o = '0;
        end
        3'd6: begin  // tanh
          unique casez ({part_i, index_i})
            12'b0000_0???????: word = 56'h00009ff9ffd007;
            12'b0000_1???????: word = 56'h0000dff1ffb003;
            12'b0001_0???????: word = 56'h00009fe9ff9003;
            12'b0001_1???????: word = 56'h0000dfc6ff2ffe;
            12'b0010_0???????: word = 56'h00009fabfe6ff3;
            12'b0010_1???????: word = 56'h0000df1cfcdfe9;
            12'b0011_0???????: word = 56'h00009eb6f9bfb4;
            12'b0011_1???????: word = 56'h0000dc7ff3ff95;
            12'b0100_0???????: word = 56'h00009afde84ee6;
            12'b0100_1???????: word = 56'h0000d2b9d46ea3;
            12'b0101_0???????: word = 56'h00008dfab12cf3;
            12'b0101_1???????: word = 56'h0000b433816d2b;
            12'b0110_00??????: word = 56'h0000679758ab82;
            12'b0110_01??????: word = 56'h0000709e3a1cd6;
            12'b0110_10??????: word = 56'h0000767224fdd0;
            12'b0110_11??????: word = 56'h00007a1d170eb0;
            12'b0111_00??????: word = 56'h00003e980b7e9f;
            12'b0111_01??????: word = 56'h00003f7a044f83;
            12'b0111_1???????: word = 56'h00003fe2011fe1;
            12'b1000_0???????: word = 56'h00001ffe001fff;
            12'b1000_1???????: word = 56'h00002000000000;
            default: ;
          endcase
          c0_o = {10'b0, word[39:24], 4'b0};
          c1_o = {6'b0, word[23:12], 2'b0};
          c2_o = {{2{word[11]}}, word[11:0], 1'b0};
          c3_o = '0;
        end
        default: ;
      endcase
    end

    always_comb begin
      narrow_o = '0;
      bias_o   = '0;
      unique case (func_i)
        3'd0: begin  // rcp
          unique casez (index_i[7:4])
            4'b0???: narrow_o = 3'd1;
            4'b1000: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd491520;
        end
        3'd1: begin  // rsqrt
          unique casez ({part_i[0], index_i[7:4]})
            5'b0_000?: narrow_o = 3'd2;
            5'b0_001?: narrow_o = 3'd1;
            5'b0_01??: narrow_o = 3'd1;
            5'b0_1???: narrow_o = 3'd1;
            5'b1_0???: narrow_o = 3'd1;
            5'b1_10??: narrow_o = 3'd1;
            5'b1_110?: narrow_o = 3'd1;
            5'b1_1111: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd131072;
        end
        3'd2: begin  // sqrt
          unique casez ({part_i[0], index_i[7:4]})
            5'b0_000?: narrow_o = 3'd1;
            5'b1_00??: narrow_o = 3'd1;
            5'b1_010?: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd65536;
        end
        3'd3: begin  // ex2
          bias_o = 19'd163840;
        end
        3'd4: begin  // lg2
          unique casez (index_i[7:4])
            4'b0000: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd0;
        end
        3'd5: begin  // sin
          unique casez (index_i[7:4])
            4'b0???: narrow_o = 3'd1;
            4'b10??: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd0;
        end
        3'd6: begin  // tanh
          unique casez ({part_i, index_i[7:4]})
            8'b0110_????: narrow_o = 3'd1;
            8'b0111_0???: narrow_o = 3'd1;
            default: ;
          endcase
          bias_o = 19'd0;
        end
        default: ;
      endcase
    end
  end

endmodule
